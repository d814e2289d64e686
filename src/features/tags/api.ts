import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { listOwnTagProposals, proposeTagRelation, withdrawTagProposal } from './contract/proposals.ts';
import { frontpageTags, getTag, listTags, topTags } from './contract/tags.ts';
import { listOwnProposals, propose, withdraw } from './service/proposals.ts';
import { browseTags, listMostUsedTags, listTopTags, readTag } from './service/tags.ts';

export const tagsApi: ImplementedCall[] = [
  implement(listTags, browseTags),
  implement(topTags, listTopTags),
  implement(frontpageTags, listMostUsedTags),
  implement(getTag, readTag),
  implement(proposeTagRelation, propose),
  implement(listOwnTagProposals, listOwnProposals),
  implement(withdrawTagProposal, withdraw),
];
