/** Drafts: what authors have typed and not saved yet, so that they can go on with it on any device. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { groupThousands } from '#base/text.ts';

/** The maximum number of drafts of an account. */
export const MAX_DRAFTS = 200;
export const MAX_DRAFT_FIELDS = 40;
/** The maximum length of all fields together, as JSON: more than a chapter may have, since what is too long must not be lost. */
export const MAX_DRAFT_CHARACTERS = 200_000;

export const draftMessages = {
  /** Also the answer for other people's stories. */
  noPlace: 'There is nothing of yours at this place',
  notFound: 'Draft not found',
  fieldName: 'The name of a field must be small letters and underscores',
  tooManyFields: `A draft has at most ${MAX_DRAFT_FIELDS} fields`,
  tooLong: `This draft is too long. Please keep all its fields together under ${groupThousands(MAX_DRAFT_CHARACTERS)} characters.`,
  tooMany: `You have ${MAX_DRAFTS} drafts, the most an account can keep. Please save or discard some of them.`,
  conflict:
    'This text was changed somewhere else after you opened it here. Nothing is lost: compare the two, then keep the one you want.',
};

const placeInput = z
  .string()
  .min(1, draftMessages.noPlace)
  .max(40, draftMessages.noPlace)
  .describe('`create-story`, `story-{id}`, `new-chapter-{story_id}` or `chapter-{id}`');

const fieldValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()).max(1000, draftMessages.tooLong),
]);
export type DraftFields = Record<string, z.output<typeof fieldValue>>;

/** The names that are not fields of a form. */
export const DRAFT_FRAME: readonly string[] = ['place', 'base_updated_at', 'updated_at'];

const draftSchema = z
  .looseObject({ place: z.string(), updated_at: z.iso.datetime() })
  .describe('The fields as they were sent, with the place and the time of the draft');

export const listDrafts = defineCall({
  name: 'listDrafts',
  method: 'GET',
  path: '/drafts',
  summary: 'The places of your drafts, the latest first, without their texts.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ drafts: z.array(z.object({ place: z.string(), updated_at: z.iso.datetime() })) }),
  errors: [],
});

export const getDraft = defineCall({
  name: 'getDraft',
  method: 'GET',
  path: '/drafts/{place}',
  summary: 'Your draft at a place.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ place: placeInput }),
  data: draftSchema,
  errors: ['not-found'],
});

export const putDraft = defineCall({
  name: 'putDraft',
  method: 'PUT',
  path: '/drafts/{place}',
  summary:
    'Stores the fields of a form as your draft, just as they are. Saving the story or chapter deletes the draft.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z
    .object({
      place: placeInput,
      title: z.string().optional(),
      content: z.string().optional(),
      base_updated_at: z.iso
        .datetime('base_updated_at must be a time like 2026-11-21T08:00:00.000Z, or null')
        .nullable()
        .optional()
        .describe(
          'The updated_at of what this text continues: of the draft, or of the stored story or chapter; null for none. If it has changed since, the answer is 409 edit_conflict with the other in data.current, and nothing is stored; if left out, the last write wins',
        ),
    })
    .catchall(fieldValue)
    .check(({ value, issues }) => {
      const refuse = (name: string, message: string) =>
        issues.push({ code: 'custom', message, path: [name], input: value });
      const names = Object.keys(value).filter((name) => !DRAFT_FRAME.includes(name));
      const unusable = names.find((name) => !/^[a-z][a-z_]{0,39}$/.test(name));
      if (unusable !== undefined) refuse('fields', draftMessages.fieldName);
      if (names.length > MAX_DRAFT_FIELDS) refuse('fields', draftMessages.tooManyFields);
      if (JSON.stringify(value).length > MAX_DRAFT_CHARACTERS)
        refuse(value.content === undefined ? 'fields' : 'content', draftMessages.tooLong);
    }),
  data: z.object({ updated_at: z.iso.datetime() }),
  errors: ['not-found', 'edit-conflict'],
});

export const deleteDraft = defineCall({
  name: 'deleteDraft',
  method: 'DELETE',
  path: '/drafts/{place}',
  summary: 'Discards your draft at a place, if there is one.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ place: placeInput }),
  data: z.object({}),
  errors: ['not-found'],
});
