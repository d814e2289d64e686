/** Chapters: the text that is read, in the order its author gave it. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract.ts';

export const CHAPTER_TITLE_MAXIMUM = 100;
export const CHAPTER_CONTENT_MAXIMUM = 100_000;
export const PREVIEW_LENGTH = 1000;

export const chapterMessages = {
  notFound: 'Chapter not found',
  notFoundTitle: 'Chapter Not Found',
  loadFailed: 'Failed to load chapter',
  titleRequired: 'Chapter title is required',
  titleTooLong: 'Chapter title is too long. Please keep it under 100 characters.',
  contentRequired: 'Chapter content is required',
  contentTooLong: 'Chapter content is too long. Please keep it under 100,000 characters.',
};

export const chapterEntrySchema = z.object({
  id: z.int(),
  story_id: z.int(),
  title: z.string(),
  order: z.int(),
  word_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type ChapterEntry = z.output<typeof chapterEntrySchema>;

export const chapterSchema = chapterEntrySchema.extend({
  content: z.string().describe('HTML, cleaned when it was stored'),
});
export type Chapter = z.output<typeof chapterSchema>;

export const listChapters = defineCall({
  name: 'listChapters',
  method: 'GET',
  path: '/stories/{id}/chapters',
  summary: 'A story’s chapters by order, then id, without their text.',
  who: 'anyone',
  limit: 'read',
  input: z.object({ id: storyIdOrSlug }),
  data: z.object({ chapters: z.array(chapterEntrySchema) }),
  errors: ['not-found', 'moved'],
});

export const getChapter = defineCall({
  name: 'getChapter',
  method: 'GET',
  path: '/stories/{id}/chapters/{chapterId}',
  summary: 'One chapter with its text. It must belong to the story in the address.',
  who: 'anyone',
  limit: 'read',
  input: z.object({
    id: storyIdOrSlug,
    chapterId: z.string().min(1, 'Chapter id is required').max(20, 'Chapter id is too long'),
  }),
  data: chapterSchema,
  errors: ['not-found', 'moved'],
});
