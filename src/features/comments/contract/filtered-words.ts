/** Filtered words: comments that contain one wait for the author’s approval. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { fits, isBlank, normalizeLine } from '#base/plain-text.ts';
import { authorUsernameInput } from '#features/pen-names/contract.ts';

export const MAX_FILTERED_WORDS = 200;
export const MAX_FILTERED_WORD_CHARACTERS = 60;

export const filteredWordMessages = {
  listRequired: 'Words must be a list of texts',
  tooMany: `Please keep it to ${MAX_FILTERED_WORDS} words`,
  tooLong: `A word can have up to ${MAX_FILTERED_WORD_CHARACTERS} characters`,
  saved: 'Words saved',
  saveFailed: 'The words could not be saved',
  loadFailed: 'The words could not be loaded',
};

const nameSchema = z.object({
  author_username: z.string(),
  words: z.array(z.string()),
});
export type FilteredWords = z.output<typeof nameSchema>;

export const listFilteredWords = defineCall({
  name: 'listFilteredWords',
  method: 'GET',
  path: '/comments/filtered-words',
  summary: 'The words that you filter, for each of your pen names. Nobody else learns of them.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ names: z.array(nameSchema) }),
  errors: [],
});

export const setFilteredWords = defineCall({
  name: 'setFilteredWords',
  method: 'PUT',
  path: '/comments/filtered-words',
  summary:
    'Sets the words and phrases of a pen name: comments on its stories that contain one as whole words wait, whatever their capitals, accents and invisible characters.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    author_username: authorUsernameInput,
    words: z
      .array(
        z
          .string(filteredWordMessages.listRequired)
          .overwrite(normalizeLine)
          .refine((word) => fits(word, MAX_FILTERED_WORD_CHARACTERS), filteredWordMessages.tooLong),
        filteredWordMessages.listRequired,
      )
      .overwrite((words) => [...new Set(words.filter((word) => !isBlank(word)))])
      .refine((words) => words.length <= MAX_FILTERED_WORDS, filteredWordMessages.tooMany),
  }),
  data: nameSchema,
  errors: ['not-yours'],
});
