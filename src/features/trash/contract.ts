/** The trash: deleted stories and chapters, which their author can restore. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { groupThousands } from '#base/text.ts';
import { TRASH_DAYS } from '#features/stories/contract/trash.ts';

/** The most that the trash of an account holds: the oldest entries make room for new ones within the hour. */
export const MAX_TRASH_ENTRIES = 2000;
const TRASH_PAGE_SIZE = 50;

export const trashMessages = {
  notFound: 'This is no longer in your trash',
  loadFailed: 'Failed to load your trash',
  storyFirst: 'The story of this chapter is in the trash too. Restore the story first.',
  storyRestored: 'Story restored',
  storyRestoredWithDrafts:
    'Story restored. Chapters whose time of publication has passed meanwhile are drafts now.',
  chapterRestored: 'Chapter restored',
  chapterRestoredAsDraft: 'Chapter restored as a draft, because its time of publication has passed meanwhile',
  restoreFailed: 'Failed to restore it',
  deleted: 'Deleted permanently',
  deleteFailed: 'Failed to delete it permanently',
  emptied: 'Your trash is empty',
  emptyFailed: 'Failed to empty your trash',
};

const trashEntrySchema = z.object({
  id: z.int(),
  kind: z.enum(['story', 'chapter']),
  title: z.string(),
  order: z.int().nullable().describe('The place of a chapter'),
  story_id: z.int(),
  story_title: z.string(),
  author_username: z.string(),
  word_count: z.int(),
  chapter_count: z.int().nullable().describe('The chapters that readers found in a story'),
  is_story_deleted: z.boolean().describe('Whether the story is in the trash: then its chapters wait for it'),
  deleted_at: z.iso.datetime(),
  expires_at: z.iso.datetime().describe('When it is deleted permanently'),
});
export type TrashEntry = z.output<typeof trashEntrySchema>;

const trashId = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'The id must be a number')
  .describe('The id of an entry of the trash');

export const listTrash = defineCall({
  name: 'listTrash',
  method: 'GET',
  path: '/trash',
  summary: `Your deleted stories and chapters, the last first, each for ${TRASH_DAYS} days; at most ${groupThousands(MAX_TRASH_ENTRIES)}.`,
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object(pagingInput(TRASH_PAGE_SIZE)),
  data: z.object({ trash: z.array(trashEntrySchema), pagination: paginationSchema }),
  errors: [],
});

export const restoreTrash = defineCall({
  name: 'restoreTrash',
  method: 'POST',
  path: '/trash/{id}/restore',
  summary: 'Restores a deleted story or chapter, with its address, counts and bookmarks.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: trashId }),
  data: z.object({
    kind: z.enum(['story', 'chapter']),
    url: z.string().describe('The path of its page'),
    drafts: z
      .int()
      .describe(
        'How many chapters came back as drafts, because their time of publication has passed meanwhile',
      ),
  }),
  errors: ['not-found'],
});

export const deleteTrash = defineCall({
  name: 'deleteTrash',
  method: 'DELETE',
  path: '/trash/{id}',
  summary: 'Deletes a story or chapter in your trash permanently.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: trashId }),
  data: z.object({}),
  errors: ['not-found'],
});

export const emptyTrash = defineCall({
  name: 'emptyTrash',
  method: 'DELETE',
  path: '/trash',
  summary: 'Deletes everything in your trash permanently.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({}),
  data: z.object({}),
  errors: [],
});
