/** The paragraphs of chapters that comments are about. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { chapterIdInput, MAX_CHAPTER_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

export const paragraphMessages = {
  form: 'Paragraph must be an index and a text_hash',
  needsChapter: 'A paragraph needs the chapter_id of its chapter',
  textHasChanged: 'The text has changed.',
};

export const paragraphSchema = z.object({
  index: z.int().describe('Its place among the blocks of the chapter’s text as it is now, from 0'),
  text_hash: z.string().describe('Of its text as it was when somebody commented on it'),
  beginning: z.string().describe('Its first words as they are now'),
  text_has_changed: z
    .boolean()
    .describe('Whether it is no longer found in the text; index is then its last known place'),
});

export const paragraphIndex = z
  .int('Paragraph index must be a whole number')
  .min(0, 'Paragraph index must be at least 0')
  .max(MAX_CHAPTER_CHARACTERS, 'Paragraph index is too high');

export const paragraphInput = z
  .object(
    {
      index: paragraphIndex.describe(
        'Its place among the blocks of the chapter’s HTML (its outermost elements), from 0',
      ),
      text_hash: z
        .string(paragraphMessages.form)
        .regex(/^[0-9a-f]{16,64}$/i, 'text_hash must be 16 to 64 hexadecimal digits')
        .describe(
          'The SHA-256 of its text with single spaces, in hexadecimal digits, or at least the first 16 of them',
        ),
    },
    paragraphMessages.form,
  )
  .nullish()
  .describe('The paragraph of the chapter that a new thread is about; a reply is about that of its thread');

export const countParagraphComments = defineCall({
  name: 'countParagraphComments',
  method: 'GET',
  path: '/stories/{id}/chapters/{chapterId}/paragraphs',
  summary: 'The paragraphs of a chapter that comments are about, in the order of the text as it is now.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['story {id}', 'comments {id}'],
  input: z.object({ id: storyIdOrSlug, chapterId: chapterIdInput }),
  data: z.object({
    paragraphs: z.array(
      z.object({ index: z.int(), beginning: z.string().describe('Its first words'), comment_count: z.int() }),
    ),
  }),
  errors: ['not-found', 'moved', 'unauthenticated'],
});
