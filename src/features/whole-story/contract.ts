/** The whole story: all published chapters of a story with their texts, in parts of a bounded size. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { groupThousands } from '#base/text.ts';
import { chapterEntrySchema, chapterSchema } from '#features/chapters/contract/chapters.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

/** About 100,000 words of prose: most novels are one part. A chapter is never divided. */
export const MAX_PART_BYTES = 600_000;
export const MAX_PART_CHAPTERS = 100;

const partForm = 'Part must be a whole number';
const partRange = 'Part must be from 1 to 10,000';

export const wholeStoryMessages = {
  loadFailed: 'Failed to load the story',
  noPart: 'This story has no such part',
};

export const wholeStory = defineCall({
  name: 'wholeStory',
  method: 'GET',
  path: '/stories/{id}/whole',
  summary:
    'Returns the texts of a story’s published chapters, a part at a time, and the list of all chapters.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['story {id}'],
  input: z.object({
    id: storyIdOrSlug,
    part: z.coerce
      .number(partForm)
      .int(partForm)
      .min(1, partRange)
      .max(10_000, partRange)
      .default(1)
      .describe(
        `A part has up to ${MAX_PART_CHAPTERS} chapters and ${groupThousands(MAX_PART_BYTES)} bytes of text, but at least one chapter`,
      ),
  }),
  data: z.object({
    part: z.int(),
    parts: z.int(),
    chapters: z
      .array(chapterEntrySchema.extend({ part: z.int() }))
      .describe('All published chapters, in order, with the part that has the text'),
    texts: z.array(chapterSchema.pick({ id: true, note_before: true, content: true, note_after: true })),
  }),
  errors: ['not-found', 'moved', 'unauthenticated'],
});
