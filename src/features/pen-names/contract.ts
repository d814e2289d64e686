/** Pen names: the names under which an account publishes. Only their owner and the staff learn that they belong together. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { username } from '#features/accounts/contract/accounts.ts';
import { profileDetailsSchema } from '#features/accounts/contract/profile-details.ts';

/** Besides the default one. */
export const MAX_PEN_NAMES = 10;
/** Retired names stay with their account, so there is a limit on them too. */
export const MAX_RETIRED_PEN_NAMES = 20;

export const penNameMessages = {
  added: 'Pen name added',
  saved: 'Pen name saved',
  retired: 'Pen name retired',
  failed: 'Your pen names could not be loaded',
  saveFailed: 'Failed to save the pen name',
  retireFailed: 'Failed to retire the pen name',
  chosenRequired: 'Choose a pen name',
  notFound: 'Pen name not found',
  notYours: 'This is not one of your pen names',
  tooMany: `You have ${MAX_PEN_NAMES} pen names, the most an account can hold. Retire one first`,
  tooManyRetired: `You have given up ${MAX_RETIRED_PEN_NAMES} usernames. They stay yours; take one of them again`,
  isDefault: 'Your username is your first pen name. It can’t be retired',
  hasLists: 'There are reading lists under this pen name. Make them private before you retire it',
  hasSeries: 'There are series under this pen name. Delete them before you retire it',
  hasStories:
    'Stories are published under this pen name. Move them to another one, or delete them, before you retire it. Those in the trash count too',
};

const penNameSchema = z.object({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  bio: z.string(),
  plate: z.string().describe('Its monogram: one letter or digit'),
  is_default: z.boolean().describe('Whether it is your username'),
  story_count: z.int().describe('All stories under this name outside the trash, unfinished ones included'),
  list_count: z.int().describe('Public and link-only reading lists under this name'),
  series_count: z.int().describe('All series under this name, empty ones included'),
  profile_public: z.boolean().describe('Whether readers find its page even without a listed story'),
});
export type PenName = z.output<typeof penNameSchema>;

const penNameDetails = {
  ...profileDetailsSchema.partial().shape,
  profile_public: z.boolean('Profile public must be true or false').optional(),
};

const id = z.string().regex(/^[0-9]{1,15}$/, 'Pen name id must be a number');

/** The pen name under which something new is published; the default one if left out. */
export const authorUsernameInput = username
  .optional()
  .describe('One of your pen names; the default one if left out');

export const listPenNames = defineCall({
  name: 'listPenNames',
  method: 'GET',
  path: '/pen-names',
  summary: 'Lists your pen names, the default one first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    pen_names: z.array(penNameSchema),
    retired_usernames: z
      .array(z.string())
      .describe('Given up by retiring or renaming; only you can take them up again, by adding them'),
  }),
  errors: [],
});

export const addPenName = defineCall({
  name: 'addPenName',
  method: 'POST',
  path: '/pen-names',
  summary: 'Adds a pen name, or takes up a retired one of yours again.',
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  status: 201,
  input: z.object({ username, ...penNameDetails }),
  data: penNameSchema,
  errors: ['taken'],
});

export const editPenName = defineCall({
  name: 'editPenName',
  method: 'PUT',
  path: '/pen-names/{id}',
  summary:
    'Changes a pen name. What is left out stays as it is. A former username leads nowhere, and nobody else can take it.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id, username: username.optional(), ...penNameDetails }),
  data: penNameSchema,
  errors: ['not-found', 'not-yours', 'taken'],
});

export const retirePenName = defineCall({
  name: 'retirePenName',
  method: 'DELETE',
  path: '/pen-names/{id}',
  summary:
    'Retires a pen name without stories and series. Its page is gone, and nobody else can take its username.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id }),
  data: z.object({}),
  errors: ['not-found', 'invalid'],
});
