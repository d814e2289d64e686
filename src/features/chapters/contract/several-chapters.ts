/** Several chapters of a story that their author changes or deletes together: all of them, or none. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';
import {
  chapterDetailsSchema,
  chapterEntrySchema,
  MAX_CHAPTERS_PER_STORY,
  publicationInput,
} from './chapters.ts';

export const severalMessages = {
  chaptersForm: 'chapters must hold one to all chapters of the story',
  chaptersTwice: 'chapters must hold each chapter once',
  idForm: 'A chapter is named by its number',
  /** Nothing has been changed when this is answered. */
  gone: 'Some of these chapters are no longer in this story',
  beforeUnknown: 'before must be a chapter of the story that is not moved itself',
  /** Of forms alone: the API names the wrong field. */
  changedElsewhere:
    'The chapters of this story were changed in another window. You see them as they are now; please do it again.',
  changeFailed: 'Failed to change the chapters',
  published: 'Chapter published',
  publishFailed: 'Failed to publish the chapter',
  deleteFailed: 'Failed to delete the chapters',
};

const chapterId = z.int(severalMessages.idForm).positive(severalMessages.idForm);

const chapterIds = z
  .array(chapterId, severalMessages.chaptersForm)
  .min(1, severalMessages.chaptersForm)
  .max(MAX_CHAPTERS_PER_STORY, severalMessages.chaptersForm)
  .refine((ids) => new Set(ids).size === ids.length, severalMessages.chaptersTwice);

export const changeChapters = defineCall({
  name: 'changeChapters',
  method: 'PUT',
  path: '/stories/{id}/chapters',
  summary:
    'Publishes, schedules, moves several chapters of your story or sets their volume, all of them or none. Their texts stay.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    chapters: z
      .array(
        z.object({
          id: chapterId,
          ...publicationInput,
          volume: chapterDetailsSchema.shape.volume.removeDefault().optional(),
        }),
        severalMessages.chaptersForm,
      )
      .min(1, severalMessages.chaptersForm)
      .max(MAX_CHAPTERS_PER_STORY, severalMessages.chaptersForm)
      .refine(
        (chapters) => new Set(chapters.map(({ id }) => id)).size === chapters.length,
        severalMessages.chaptersTwice,
      )
      .describe('What is left out of a chapter stays as it is'),
    before: chapterId
      .nullable()
      .optional()
      .describe(
        'Moves the chapters, in the order of `chapters`, before this one; null: to the end. Left out, they stay',
      ),
  }),
  data: z.object({ chapters: z.array(chapterEntrySchema) }),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const deleteChapters = defineCall({
  name: 'deleteChapters',
  method: 'POST',
  path: '/stories/{id}/chapters/delete',
  summary: 'Deletes several chapters of your story, all of them or none, as if each was deleted alone.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: storyIdOrSlug, chapter_ids: chapterIds }),
  data: z.object({
    chapters: z.array(chapterEntrySchema),
    trash_ids: z.array(z.int()).describe('The ids of the deleted chapters in the trash'),
  }),
  errors: ['not-found', 'moved', 'not-yours'],
});
