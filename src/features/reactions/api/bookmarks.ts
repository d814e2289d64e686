import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { addBookmark, checkBookmark, listBookmarks, removeBookmark } from '../contract/bookmarks.ts';
import { bookmark, listOwnBookmarks, readBookmark, unbookmark } from '../service/bookmarks.ts';

export const bookmarksApi: ImplementedCall[] = [
  implement(addBookmark, bookmark),
  implement(removeBookmark, unbookmark),
  implement(checkBookmark, readBookmark),
  implement(listBookmarks, listOwnBookmarks),
];
