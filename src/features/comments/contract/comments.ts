/** Comments: readers talk about a story and its chapters, under its author’s rules. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { fits, isBlank, normalizeLines, tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { COMMENT_SETTINGS } from '#features/labels/contract/comments.ts';
import { authorUsernameInput } from '#features/pen-names/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';
import { paragraphIndex, paragraphInput, paragraphSchema } from './paragraphs.ts';

export const MAX_COMMENT_CHARACTERS = 10_000;
export const COMMENT_PAGE_SIZE = 20;
/** The replies that a thread shows in a list; its own address shows all. */
export const REPLIES_IN_LIST = 10;
export const COMMENT_EDIT_MINUTES = 15;
export const MAX_REMOVAL_REASON_CHARACTERS = 500;

export const commentSorts = { oldest: 'Oldest', newest: 'Newest', best: 'Most thanked' };
export type CommentSort = keyof typeof commentSorts;
export const COMMENT_SORTS = Object.keys(commentSorts) as CommentSort[];

export const commentMessages = {
  notFound: 'Comment not found',
  loadFailed: 'Failed to load comments',
  none: 'Nobody has said anything yet.',
  contentRequired: 'Comment is required',
  contentTooLong: tooLongMessage('Comment', MAX_COMMENT_CHARACTERS),
  chapterNotFound: 'This story has no such chapter',
  parentNotFound: 'The comment you reply to is no longer there',
  closed: 'This story takes no comments',
  closedNow: 'Comments are closed: these can be read, and no more are taken.',
  followersOnly: 'This story takes comments from those who follow it, its series or its author',
  sent: 'Comment sent',
  waiting: 'Comment sent. It appears once the author has approved it.',
  sendFailed: 'Your comment could not be sent',
  notYours: 'This is not your comment',
  tooLate: `A comment can be edited for ${COMMENT_EDIT_MINUTES} minutes`,
  saved: 'Comment saved',
  savedWaiting: 'Comment saved. It appears once the author has approved it.',
  saveFailed: 'Your comment could not be saved',
  deleted: 'Comment deleted',
  deleteConfirm: 'Delete this comment? Replies to it stay.',
  deleteFailed: 'The comment could not be deleted',
  notAuthor: 'Only the story’s author can do this',
  ownThanks: 'You cannot thank yourself',
  removedByStaff: 'A moderator removed this comment. Only a moderator can bring it back.',
  approved: 'Comment approved',
  staysRemoved:
    'The staff’s removal is lifted. The story’s author had removed the comment, too, so it stays removed.',
  removed: 'Comment removed',
  reasonRequired: 'Reason is required',
  reasonTooLong: tooLongMessage('Reason', MAX_REMOVAL_REASON_CHARACTERS),
  thanked: 'Thanked',
  pinned: 'Pinned on top',
  unpinned: 'No longer pinned',
  pinNothing: 'Only the first comment of a thread, while it is shown, can be pinned',
  failed: 'This could not be done',
};

const replySchema = z.object({
  id: z.int(),
  story_id: z.int(),
  chapter_id: z.int().nullable().describe('Null: about the story as a whole'),
  parent_id: z.int().nullable().describe('The first comment of its thread; null for that one'),
  paragraph: paragraphSchema
    .nullable()
    .describe('The paragraph of the chapter that a thread is about; null: about none, or a reply'),
  author_username: z.string().nullable().describe('Null: its writer or its text is gone'),
  author_display_name: z.string().nullable(),
  author_id: z
    .int()
    .nullable()
    .describe('The id of the name, for what a browser hides; null: readers find no page of it'),
  has_author_page: z.boolean().describe('Whether readers find a page of this name'),
  content: z
    .string()
    .describe('Plain text; *so* is shown with emphasis, and lines that begin with “> ” as a quotation'),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
  is_author: z.boolean().describe('Whether it is under the name under which the story is published'),
  state: z.enum(['shown', 'waiting', 'removed', 'deleted']),
  removal_reason: z
    .string()
    .optional()
    .describe('Why it was removed; only its writer, the story’s author and moderators see this'),
  thank_count: z.int(),
  is_mine: z.boolean().optional().describe('Whether the caller wrote it; only in answers to a token'),
  is_thanked: z
    .boolean()
    .optional()
    .describe('Whether the caller thanked for it; only in answers to a token'),
  is_folded: z
    .boolean()
    .optional()
    .describe('Whether the caller mutes, blocks or hides this name; only in answers to a token'),
  editable_until: z.iso.datetime().optional().describe('Until when the caller may edit it'),
});

export const commentSchema = replySchema.extend({
  is_pinned: z.boolean().describe('Whether the author keeps it on top of this list, in every order'),
  reply_count: z.int(),
  replies: z
    .array(replySchema)
    .describe(`The first ${REPLIES_IN_LIST} replies, oldest first; all of them with parent_id`),
});
export type Comment = z.output<typeof commentSchema>;
export type Reply = z.output<typeof replySchema>;

const wholeId = (name: string) =>
  z.coerce
    .number(`${name} must be a number`)
    .int(`${name} must be a whole number`)
    .min(1, `${name} must be at least 1`)
    .max(Number.MAX_SAFE_INTEGER, `${name} is too high`);

export const commentIdInput = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'Comment id must be a number')
  .describe('The comment’s id');

const contentInput = z
  .string(commentMessages.contentRequired)
  .overwrite(normalizeLines)
  .refine((text) => !isBlank(text), commentMessages.contentRequired)
  .refine((text) => fits(text, MAX_COMMENT_CHARACTERS), commentMessages.contentTooLong)
  .describe(`Plain text of up to ${groupThousands(MAX_COMMENT_CHARACTERS)} characters`);

export const reasonInput = z
  .string('Reason must be a text')
  .overwrite(normalizeLines)
  .refine((text) => fits(text, MAX_REMOVAL_REASON_CHARACTERS), commentMessages.reasonTooLong);

export const listComments = defineCall({
  name: 'listComments',
  method: 'GET',
  path: '/stories/{id}/comments',
  summary:
    'Comments on a story and its chapters, in threads; those on one chapter; or the replies of one thread.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['story {id}', 'comments {id}'],
  input: z.object({
    id: storyIdOrSlug,
    chapter_id: wholeId('Chapter id').optional(),
    parent_id: wholeId('Parent id').optional().describe('Lists the replies to this comment'),
    paragraph: z.coerce
      .number('Paragraph must be a number')
      .pipe(paragraphIndex)
      .optional()
      .describe('With chapter_id: only those on the paragraph that has this index now'),
    on: z
      .enum(['all', 'story'], 'On must be all or story')
      .default('all')
      .describe('story: only those on the story as a whole'),
    sort: z
      .enum(COMMENT_SORTS, `Sort must be one of ${COMMENT_SORTS.join(', ')}`)
      .default('oldest')
      .describe('Threads only; replies are always oldest first'),
    ...pagingInput(COMMENT_PAGE_SIZE),
  }),
  data: z.object({
    about: z.object({
      story_id: z.int(),
      story_slug: z.string(),
      story_title: z.string(),
      language: z.string().nullable(),
      author_username: z.string(),
      author_display_name: z.string(),
      chapter_id: z.int().nullable(),
      chapter_title: z.string().nullable(),
    }),
    comments: z.array(commentSchema),
    thread: commentSchema.nullable().describe('With parent_id: the comment that is replied to'),
    comment_count: z.int().describe('Comments and replies that readers find, of the whole list'),
    setting: z.enum(COMMENT_SETTINGS).describe('Who may comment'),
    may_comment: z.boolean().optional().describe('Whether the caller may; only in answers to a token'),
    may_decide: z
      .boolean()
      .optional()
      .describe('Whether the caller may approve and remove; only in answers to a token'),
    must_give_reason: z
      .boolean()
      .optional()
      .describe('Whether a removal by the caller needs a reason, as one by a moderator does'),
    pagination: paginationSchema,
  }),
  errors: ['not-found', 'moved', 'unauthenticated'],
});

export const sendComment = defineCall({
  name: 'sendComment',
  method: 'POST',
  path: '/stories/{id}/comments',
  summary:
    'Comments on a story or a chapter, or replies to a comment. A reply to a reply joins its thread. It may have to wait for approval.',
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({
    id: storyIdOrSlug,
    chapter_id: wholeId('Chapter id').nullish(),
    parent_id: wholeId('Parent id').nullish(),
    paragraph: paragraphInput,
    content: contentInput,
    author_username: authorUsernameInput,
  }),
  data: commentSchema,
  status: 201,
  errors: ['not-found', 'moved', 'not-yours'],
});

export const editComment = defineCall({
  name: 'editComment',
  method: 'PUT',
  path: '/comments/{id}',
  summary: `Changes your comment, within ${COMMENT_EDIT_MINUTES} minutes. One that had to be approved waits again.`,
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: commentIdInput, content: contentInput }),
  data: commentSchema,
  errors: ['not-found', 'not-yours'],
});

export const deleteComment = defineCall({
  name: 'deleteComment',
  method: 'DELETE',
  path: '/comments/{id}',
  summary: 'Deletes your comment. Where others have replied, its place stays, without text and name.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: commentIdInput }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});

export const approveComment = defineCall({
  name: 'approveComment',
  method: 'POST',
  path: '/comments/{id}/approve',
  summary: 'Shows a comment on your story that waits, or that you removed.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: commentIdInput }),
  data: commentSchema,
  errors: ['not-found', 'not-yours'],
});

export const removeComment = defineCall({
  name: 'removeComment',
  method: 'POST',
  path: '/comments/{id}/remove',
  summary: 'Removes a comment on your story, with a reason that its writer sees. Moderators must give one.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: commentIdInput, reason: reasonInput.default('') }),
  data: commentSchema,
  errors: ['not-found', 'not-yours'],
});

export const thankForComment = defineCall({
  name: 'thankForComment',
  method: 'POST',
  path: '/comments/{id}/thank',
  summary: 'Thanks for a comment; repeating it changes nothing.',
  access: 'signed-in',
  rateLimit: 'vote',
  input: z.object({ id: commentIdInput }),
  data: z.object({ thank_count: z.int() }),
  errors: ['not-found', 'not-yours'],
});

export const unthankForComment = defineCall({
  name: 'unthankForComment',
  method: 'DELETE',
  path: '/comments/{id}/thank',
  summary: 'Takes your thanks for a comment back.',
  access: 'signed-in',
  rateLimit: 'vote',
  input: z.object({ id: commentIdInput }),
  data: z.object({ thank_count: z.int() }),
  errors: ['not-found'],
});
