import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import {
  createChapter,
  deleteChapter,
  editChapter,
  getChapter,
  getDraftKey,
  listChapters,
  orderChapters,
} from './contract/chapters.ts';
import { changeChapters, deleteChapters } from './contract/several-chapters.ts';
import { getVersion, listVersions, restoreVersion } from './contract/versions.ts';
import { listChaptersOfStory, readChapter } from './service/chapters.ts';
import { draftKeyOf } from './service/draft-key.ts';
import { orderOwnChapters } from './service/ordering.ts';
import { changeSeveral, removeSeveral } from './service/several-chapters.ts';
import { trashOwnChapter } from './service/trash.ts';
import { listOwnVersions, readOwnVersion, restoreOwnVersion } from './service/versions.ts';
import { addOwnChapter, changeChapter } from './service/writing.ts';

export const chaptersApi: ImplementedCall[] = [
  implement(listChapters, listChaptersOfStory),
  implement(getChapter, readChapter),
  implement(createChapter, addOwnChapter),
  implement(editChapter, changeChapter),
  implement(deleteChapter, trashOwnChapter),
  implement(changeChapters, changeSeveral),
  implement(deleteChapters, removeSeveral),
  implement(orderChapters, orderOwnChapters),
  implement(listVersions, listOwnVersions),
  implement(getVersion, readOwnVersion),
  implement(restoreVersion, restoreOwnVersion),
  implement(getDraftKey, draftKeyOf),
];
