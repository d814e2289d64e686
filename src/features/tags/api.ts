import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { frontpageTags, listTags, topTags } from './contract.ts';
import { browseTags, listMostUsedTags, listTopTags } from './service.ts';

export const tagsApi: ImplementedCall[] = [
  implement(listTags, browseTags),
  implement(topTags, listTopTags),
  implement(frontpageTags, listMostUsedTags),
];
