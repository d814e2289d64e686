import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { getChapter, listChapters } from './contract.ts';
import { listChaptersOfStory, readChapter } from './service.ts';

export const chaptersApi: ImplementedCall[] = [
  implement(listChapters, listChaptersOfStory),
  implement(getChapter, readChapter),
];
