import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { addBookmark, checkBookmark, listBookmarks, removeBookmark } from './contract/bookmarks.ts';
import { countReadTime, countShare, countView, readStates } from './contract/reading.ts';
import { castVote, checkVote } from './contract/votes.ts';
import { bookmark, listOwnBookmarks, readBookmark, unbookmark } from './service/bookmarks.ts';
import { reportReading } from './service/reading.ts';
import { shareStory } from './service/shares.ts';
import { readOwnStates } from './service/states.ts';
import { viewStory } from './service/views.ts';
import { readVote, vote } from './service/votes.ts';

export const reactionsApi: ImplementedCall[] = [
  implement(castVote, vote),
  implement(checkVote, readVote),
  implement(addBookmark, bookmark),
  implement(removeBookmark, unbookmark),
  implement(checkBookmark, readBookmark),
  implement(listBookmarks, listOwnBookmarks),
  implement(countView, viewStory),
  implement(countReadTime, reportReading),
  implement(countShare, shareStory),
  implement(readStates, readOwnStates),
];
