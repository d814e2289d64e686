/** Staff notes: moderators write down what the next one should know, for the staff alone. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { multilineSchema } from '#base/multiline-schema.ts';
import { tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';

export const MAX_STAFF_NOTE_CHARACTERS = 5000;
/** More are not shown; the latest come first. */
export const MAX_STAFF_NOTES_SHOWN = 200;

export const staffNoteMessages = {
  required: 'Note is required',
  tooLong: tooLongMessage('Note', MAX_STAFF_NOTE_CHARACTERS),
  subjectRequired: 'Name one account, one story or one case',
  subjectNotFound: 'There is nothing here to write about',
  notFound: 'This note is gone',
  aboutYourself: 'Notes about you are for the others',
  notYours: 'Only its writer can change a note',
  notYoursToDelete: 'Only its writer or an admin can delete a note',
  saved: 'Note saved',
  deleted: 'Note deleted',
  loadFailed: 'The notes could not be loaded',
  failed: 'The note could not be saved',
};

const bodyInput = multilineSchema(
  { required: staffNoteMessages.required, tooLong: staffNoteMessages.tooLong },
  MAX_STAFF_NOTE_CHARACTERS,
).describe(`Plain text; up to ${groupThousands(MAX_STAFF_NOTE_CHARACTERS)} characters`);

/** Exactly one of them. The notes about an account include those on its stories and cases. */
const subjectInput = {
  about_account: idSchema.optional(),
  about_story: idSchema.optional(),
  about_case: idSchema.optional(),
};

const staffNoteSchema = z.object({
  id: z.int(),
  body: z.string(),
  writer_name: z.string().nullable().describe('null: the account of its writer is deleted'),
  is_own: z.boolean(),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
  story: z.object({ slug: z.string(), title: z.string() }).nullable(),
  case_id: z.int().nullable(),
});
export type StaffNote = z.output<typeof staffNoteSchema>;

export const listStaffNotes = defineCall({
  name: 'listStaffNotes',
  method: 'GET',
  path: '/moderation/notes',
  summary: `The notes of the staff about an account, a story or a case, latest first; at most ${MAX_STAFF_NOTES_SHOWN}. Never those about the caller.`,
  access: 'moderator',
  rateLimit: 'read',
  input: z.object(subjectInput),
  data: z.object({ notes: z.array(staffNoteSchema).max(MAX_STAFF_NOTES_SHOWN) }),
  errors: ['not-found', 'not-yours'],
});

export const addStaffNote = defineCall({
  name: 'addStaffNote',
  method: 'POST',
  path: '/moderation/notes',
  summary: 'Writes a note about an account, a story or a case. The log names it without its text.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ ...subjectInput, body: bodyInput }),
  data: z.object({ id: z.int() }),
  status: 201,
  errors: ['not-found', 'not-yours'],
});

export const editStaffNote = defineCall({
  name: 'editStaffNote',
  method: 'PUT',
  path: '/moderation/notes/{id}',
  summary: 'Changes the text of your own note.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: idSchema, body: bodyInput }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});

export const deleteStaffNote = defineCall({
  name: 'deleteStaffNote',
  method: 'DELETE',
  path: '/moderation/notes/{id}',
  summary: 'Deletes your own note; admins delete any that is not about them.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: idSchema }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});
