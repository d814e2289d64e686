/** Saved filters: filters of lists under a name, one of which may be the default. */
import { z } from 'zod';
import { type DataOf, defineCall } from '#base/contract.ts';
import { fits, normalizeLine } from '#base/plain-text.ts';
import { isImpossibleQuery } from '../rules/filter.ts';
import { filterQuery } from '../rules/list-request.ts';
import {
  exceededLimit,
  MAX_SAVED_FILTER_NAME_CHARACTERS,
  MAX_SAVED_FILTERS,
  MAX_SAVED_FILTERS_CHARACTERS,
} from '../rules/saved-filters.ts';
import { filterMessages, storyFilterInput } from './filters.ts';

export const savedFilterMessages = {
  list: 'Filters must be a list of filters',
  nameRequired: 'Name is required',
  nameTooLong: `Name must be at most ${MAX_SAVED_FILTER_NAME_CHARACTERS} characters`,
  nothingChosen: 'Choose something to filter by first',
  unreadable: 'This filter can’t be read',
  tooMany: `You can save up to ${MAX_SAVED_FILTERS} filters. Delete one first.`,
  tooLong: 'Your saved filters are too long together. Delete one first.',
  sameName: 'Each filter needs a name of its own',
  twoDefaults: 'Only one filter can be the default',
  loadFailed: 'Failed to load your filters',
  failed: 'That could not be saved. Please try again in a moment.',
};

const filterSchema = z.object(storyFilterInput);

export const savedFilterSchema = z.object({
  name: z
    .string(savedFilterMessages.nameRequired)
    .overwrite(normalizeLine)
    .min(1, savedFilterMessages.nameRequired)
    .refine((name) => fits(name, MAX_SAVED_FILTER_NAME_CHARACTERS), savedFilterMessages.nameTooLong)
    .describe(`Up to ${MAX_SAVED_FILTER_NAME_CHARACTERS} characters`),
  query: z
    .string(savedFilterMessages.nothingChosen)
    .max(MAX_SAVED_FILTERS_CHARACTERS, savedFilterMessages.tooLong)
    .overwrite((query) => filterQuery(new URLSearchParams(query)))
    .min(1, savedFilterMessages.nothingChosen)
    .refine(
      (query) => filterSchema.safeParse(Object.fromEntries(new URLSearchParams(query))).success,
      savedFilterMessages.unreadable,
    )
    .refine((query) => !isImpossibleQuery(query), filterMessages.wordsOrder)
    .describe('The parameters of a list, such as tags=letters&max_words=5000; others are dropped'),
  is_default: z
    .boolean('is_default must be true or false')
    .default(false)
    .describe('Whether the pages of lists follow it when their address has no filter'),
});

const savedFilters = z
  .array(savedFilterSchema, savedFilterMessages.list)
  .max(MAX_SAVED_FILTERS, savedFilterMessages.tooMany)
  .refine(
    (filters) => new Set(filters.map(({ name }) => name)).size === filters.length,
    savedFilterMessages.sameName,
  )
  .refine(
    (filters) => filters.filter(({ is_default }) => is_default).length < 2,
    savedFilterMessages.twoDefaults,
  )
  .refine((filters) => exceededLimit(filters) !== 'tooLong', savedFilterMessages.tooLong);

const data = z.object({ filters: z.array(savedFilterSchema).describe('By name') });

export const getSavedFilters = defineCall({
  name: 'getSavedFilters',
  method: 'GET',
  path: '/filters/saved',
  summary: 'Reads the filters that the account has saved.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data,
  errors: [],
});

export const setSavedFilters = defineCall({
  name: 'setSavedFilters',
  method: 'PUT',
  path: '/filters/saved',
  summary: 'Replaces the filters that the account has saved.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: z.object({ filters: savedFilters }),
  data,
  errors: [],
});
export type SavedFilters = DataOf<typeof getSavedFilters>;
