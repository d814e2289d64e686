import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { authorReadingLists, getReadingList } from './contract/lists.ts';
import { getMark, setMark } from './contract/marks.ts';
import {
  createShelf,
  deleteShelf,
  editShelf,
  listShelfStories,
  listShelves,
  orderShelf,
  putOnShelf,
  removeFromShelf,
} from './contract/shelves.ts';
import { listReadingListsOfAuthor, readReadingList } from './service/lists.ts';
import { changeOwnMark, readOwnMark } from './service/marks.ts';
import {
  listStoriesOfShelf,
  orderOwnShelf,
  putStoryOnShelf,
  removeStoryFromShelf,
} from './service/shelf-stories.ts';
import { changeOwnShelf, createOwnShelf, listOwnShelves, removeOwnShelf } from './service/shelves.ts';

export const shelvesApi: ImplementedCall[] = [
  implement(listShelves, listOwnShelves),
  implement(createShelf, createOwnShelf),
  implement(editShelf, changeOwnShelf),
  implement(deleteShelf, removeOwnShelf),
  implement(listShelfStories, listStoriesOfShelf),
  implement(putOnShelf, putStoryOnShelf),
  implement(removeFromShelf, removeStoryFromShelf),
  implement(orderShelf, orderOwnShelf),
  implement(getMark, readOwnMark),
  implement(setMark, changeOwnMark),
  implement(getReadingList, readReadingList),
  implement(authorReadingLists, listReadingListsOfAuthor),
];
