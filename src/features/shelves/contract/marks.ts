/** Marks: what a reader keeps about a story, for nobody else: a state, a rating, a note, tags. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { fits, isBlank, normalizeLine, normalizeLines, tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { readingState } from '#features/reactions/contract/reading-state.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

export const MAX_MARKS_PER_ACCOUNT = 10_000;
export const MAX_SHELF_NOTE_CHARACTERS = 2000;
const MAX_OWN_TAGS_PER_STORY = 20;
const MAX_OWN_TAG_CHARACTERS = 40;
export const MAX_OWN_RATING = 5;

export const markMessages = {
  noteTooLong: tooLongMessage('Note', MAX_SHELF_NOTE_CHARACTERS),
  tagTooLong: tooLongMessage('Tag', MAX_OWN_TAG_CHARACTERS),
  tagEmpty: 'A tag needs a word',
  tooManyTags: `A story can have ${MAX_OWN_TAGS_PER_STORY} tags of yours at most`,
  rating: `Rating must be a whole number from 1 to ${MAX_OWN_RATING}, or null`,
  tooMany: `You keep notes or a state for ${groupThousands(MAX_MARKS_PER_ACCOUNT)} stories, the most an account can hold.`,
  saved: 'Saved',
  saveFailed: 'Failed to save',
  loadFailed: 'Failed to load your shelves',
};

const ownTag = z
  .string('Tags must be texts')
  .overwrite(normalizeLine)
  .refine((text) => !isBlank(text), markMessages.tagEmpty)
  .refine((text) => fits(text, MAX_OWN_TAG_CHARACTERS), markMessages.tagTooLong);

export const shelfNoteInput = z
  .string('Note must be a text')
  .overwrite(normalizeLines)
  .refine((text) => fits(text, MAX_SHELF_NOTE_CHARACTERS), markMessages.noteTooLong);

/** A field that is left out stays as it is. */
export const markInput = {
  state: readingState.nullable().optional(),
  rating: z
    .int(markMessages.rating)
    .min(1, markMessages.rating)
    .max(MAX_OWN_RATING, markMessages.rating)
    .nullable()
    .optional()
    .describe(`Your own rating, 1 to ${MAX_OWN_RATING}; it counts nowhere`),
  tags: z
    .array(ownTag, 'Tags must be a list of texts')
    .max(MAX_OWN_TAGS_PER_STORY, markMessages.tooManyTags)
    .transform((tags) =>
      [...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed(),
    )
    .optional()
    .describe(`Your own words, up to ${MAX_OWN_TAGS_PER_STORY} of ${MAX_OWN_TAG_CHARACTERS} characters`),
};

export const markSchema = z.object({
  state: readingState.nullable(),
  rating: z.int().nullable(),
  note: z.string(),
  tags: z.array(z.string()),
});
export type Mark = z.output<typeof markSchema>;

const markWithShelvesSchema = markSchema.extend({
  shelf_ids: z.array(z.string()).describe('Your own shelves with this story'),
});

export const getMark = defineCall({
  name: 'getMark',
  method: 'GET',
  path: '/stories/{id}/mark',
  summary: 'What you keep about a story: its state, your rating, note and tags. Nobody else sees any of it.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ id: storyIdOrSlug }),
  data: markWithShelvesSchema,
  errors: ['not-found', 'moved'],
});

export const setMark = defineCall({
  name: 'setMark',
  method: 'PUT',
  path: '/stories/{id}/mark',
  summary: 'Changes what you keep about a story; what is left out stays. Nobody else sees any of it.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    ...markInput,
    note: shelfNoteInput.optional().describe(`Up to ${groupThousands(MAX_SHELF_NOTE_CHARACTERS)} characters`),
  }),
  data: markWithShelvesSchema,
  errors: ['not-found', 'moved'],
});
