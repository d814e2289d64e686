import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { frontpageTags, listTags, topTags } from './contract.ts';
import { browseTags, firstTags, mostUsedTags } from './service.ts';

export const tagsApi: ImplementedCall[] = [
  implement(listTags, browseTags),
  implement(topTags, firstTags),
  implement(frontpageTags, mostUsedTags),
];
