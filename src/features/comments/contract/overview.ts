/** The comments on all stories of an author, for deciding about them. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { newBlockSchema } from './blocks.ts';
import { COMMENT_PAGE_SIZE, commentMessages, commentSchema, reasonInput } from './comments.ts';
import { HOLD_REASONS } from './sweeps.ts';

/** The most comments that are decided about in one go. */
const MAX_COMMENTS_AT_ONCE = 100;

const DECISIONS = ['approve', 'remove', 'mute', 'block'] as const;
export type Decision = (typeof DECISIONS)[number];

export const overviewMessages = {
  idsRequired: 'Choose at least one comment',
  tooMany: `Choose at most ${MAX_COMMENTS_AT_ONCE} comments`,
  goneMeanwhile: 'Nothing changed: these comments are gone, or a moderator removed them',
  failed: commentMessages.failed,
};

const ownCommentSchema = commentSchema.omit({ replies: true }).extend({
  story_title: z.string(),
  story_slug: z.string(),
  story_author_username: z.string().describe('Your pen name under which the story is published'),
  chapter_title: z.string().nullable(),
  may_reply: z.boolean().describe('Whether it is shown, on a story that takes comments'),
  held_for: z.enum(HOLD_REASONS).nullable().describe('Why it waits, or had to'),
});
export type OverviewComment = z.output<typeof ownCommentSchema>;

export const listReceivedComments = defineCall({
  name: 'listReceivedComments',
  method: 'GET',
  path: '/comments',
  summary: 'Others’ comments on your stories, latest first: those that wait, those shown, or those removed.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({
    state: z
      .enum(['waiting', 'shown', 'removed'], 'State must be waiting, shown or removed')
      .default('waiting'),
    ...pagingInput(COMMENT_PAGE_SIZE),
  }),
  data: z.object({
    comments: z.array(ownCommentSchema),
    waiting_count: z.int(),
    pagination: paginationSchema,
  }),
  errors: [],
});

export const decideComments = defineCall({
  name: 'decideComments',
  method: 'POST',
  path: '/comments/decisions',
  summary:
    'Approves or removes several comments on your stories, or mutes or blocks the names of their writers. Comments that are gone meanwhile, or that moderators removed, are left out.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    action: z.enum(DECISIONS, `Action must be one of ${DECISIONS.join(', ')}`),
    ids: z
      .array(
        z.int('ids must be a list of ids').min(1, 'ids must be a list of ids'),
        'ids must be a list of ids',
      )
      .min(1, overviewMessages.idsRequired)
      .max(MAX_COMMENTS_AT_ONCE, overviewMessages.tooMany),
    reason: reasonInput.default(''),
  }),
  data: z.object({
    ids: z.array(z.int()).describe('The comments that were decided about'),
    writers: z.array(newBlockSchema).describe('The names that were muted or blocked'),
  }),
  errors: [],
});
