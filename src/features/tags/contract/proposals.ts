/** Synonyms, parents and kinds of tags, as members suggest them. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { TAG_KINDS } from './tags.ts';

/** A tag's ancestors: how many it may have, and how many generations. */
export const MAX_TAG_ANCESTORS = 20;
export const MAX_TAG_GENERATIONS = 5;
/** The maximum number of a member's suggestions that wait for a decision. */
export const MAX_OPEN_TAG_PROPOSALS = 20;
export const MAX_TAG_NOTE_CHARACTERS = 500;
const TAG_PROPOSAL_PAGE_SIZE = 20;

export const TAG_RELATIONS = ['canonical', 'parent', 'kind'] as const;
export type TagRelation = (typeof TAG_RELATIONS)[number];

export const tagProposalMessages = {
  tagRequired: 'Tag is required',
  relationRequired: 'Give exactly one of canonical, parent and kind',
  unknown: 'There is no such tag yet',
  same: 'That is the same tag',
  alreadySo: 'That is already so',
  isSynonym: 'This tag already means another one: suggest it for that tag instead',
  cycle: 'That would go round in a circle: the two tags are related the other way round',
  tooMany: `A tag can have up to ${MAX_TAG_ANCESTORS} tags above it, in up to ${MAX_TAG_GENERATIONS} steps`,
  full: `You have ${MAX_OPEN_TAG_PROPOSALS} suggestions that wait for a decision. Please wait for some of them, or withdraw one.`,
  notFound: 'This suggestion is no longer there',
  decided: 'This suggestion is already decided',
  suggestedAgain: 'The same has been suggested again since',
  sent: 'Thank you. A moderator will decide.',
  withdrawn: 'Suggestion withdrawn',
  failed: 'Your suggestion could not be sent',
  withdrawFailed: 'Your suggestion could not be withdrawn',
  loadFailed: 'Your suggestions could not be loaded',
};

const typedTag = z.string('Tag must be a text').max(200, 'Tag is too long');

/** A relation between tags as it is typed: exactly one of the last three is given. */
export const tagRelationInput = {
  tag: typedTag
    .refine((text) => text.trim() !== '', tagProposalMessages.tagRequired)
    .describe('A tag in any spelling'),
  canonical: typedTag.optional().describe('The tag that it means'),
  parent: typedTag.optional().describe('A wider tag: every story with the tag is also one of these'),
  kind: z.enum(TAG_KINDS).optional(),
};

export const tagProposalSchema = z.object({
  id: z.int(),
  relation: z.enum(TAG_RELATIONS),
  tag: z.string(),
  canonical: z.string().nullable(),
  parent: z.string().nullable(),
  kind: z.enum(TAG_KINDS).nullable(),
  state: z.enum(['open', 'accepted', 'rejected']),
  note: z.string().describe('The moderators’ answer'),
  created_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
});
export type TagProposal = z.output<typeof tagProposalSchema>;

export const proposeTagRelation = defineCall({
  name: 'proposeTagRelation',
  method: 'POST',
  path: '/tags/proposals',
  summary:
    'Suggests that a tag means another one, belongs under a wider one, or is of a kind. The moderators decide; a suggestion that is already open is joined.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object(tagRelationInput),
  data: tagProposalSchema,
  status: 201,
  errors: [],
});

export const listOwnTagProposals = defineCall({
  name: 'listOwnTagProposals',
  method: 'GET',
  path: '/tags/proposals',
  summary: 'Your suggestions about tags, latest first, with what was decided.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object(pagingInput(TAG_PROPOSAL_PAGE_SIZE)),
  data: z.object({ proposals: z.array(tagProposalSchema), pagination: paginationSchema }),
  errors: [],
});

export const withdrawTagProposal = defineCall({
  name: 'withdrawTagProposal',
  method: 'DELETE',
  path: '/tags/proposals/{id}',
  summary: 'Withdraws one of your suggestions before it is decided.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: idSchema }),
  data: z.object({}),
  errors: ['not-found', 'edit-conflict'],
});
