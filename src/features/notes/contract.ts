/** Private notes: a reader writes to the author of a story, who answers in place. Nobody else reads them. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { fits, isBlank, normalizeLines, tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { authorUsernameInput } from '#features/pen-names/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

export const MAX_NOTE_TEXT_CHARACTERS = 5000;
const NOTE_PAGE_SIZE = 20;
/** The most notes of one conversation. */
export const MAX_NOTES_IN_THREAD = 100;
export const MAX_NOTES_PER_DAY = 50;
/** For accounts that are new, unverified or without good standing. */
export const MAX_FIRST_NOTES_PER_DAY = 5;

export const NOTE_BOXES = ['received', 'sent'] as const;
export type NoteBox = (typeof NOTE_BOXES)[number];

export const noteMessages = {
  contentRequired: 'Note is required',
  contentTooLong: tooLongMessage('Note', MAX_NOTE_TEXT_CHARACTERS),
  notFound: 'Note not found',
  gone: 'This conversation is no longer available. It was deleted, or the other person has left.',
  closed: 'The author takes no notes about this story',
  ended: 'This conversation has ended',
  ownStory: 'You cannot write to yourself',
  tooMany: 'You have sent as many notes as you can within a day',
  full: `A conversation has up to ${MAX_NOTES_IN_THREAD} notes`,
  noLinks: 'Notes of new accounts cannot contain links',
  sent: 'Note sent. Only the author reads it.',
  answered: 'Answer sent',
  sendFailed: 'Your note could not be sent',
  deleted: 'Deleted, with what you wrote in it',
  deleteConfirm:
    'Delete this conversation for you? What you wrote in it disappears for the other person, too.',
  deleteFailed: 'This could not be deleted',
  loadFailed: 'The notes could not be loaded',
};

const noteSchema = z.object({
  id: z.int(),
  content: z.string().describe('Plain text; empty once it is deleted'),
  created_at: z.iso.datetime(),
  is_mine: z.boolean(),
  state: z.enum(['sent', 'deleted']),
});

const noteThreadSchema = z.object({
  id: z.int(),
  box: z.enum(NOTE_BOXES),
  story_id: z.int().nullable().describe('Null: you cannot find the story any more'),
  story_slug: z.string().nullable(),
  story_title: z.string().nullable(),
  with_username: z.string().nullable().describe('The name of the other person; null once they have left'),
  with_display_name: z.string().nullable(),
  is_folded: z.boolean().describe('Whether you mute or block this name'),
  may_answer: z.boolean(),
  last_at: z.iso.datetime(),
  notes: z.array(noteSchema).describe('Oldest first'),
});
export type NoteThread = z.output<typeof noteThreadSchema>;

const contentInput = z
  .string(noteMessages.contentRequired)
  .overwrite(normalizeLines)
  .refine((text) => !isBlank(text), noteMessages.contentRequired)
  .refine((text) => fits(text, MAX_NOTE_TEXT_CHARACTERS), noteMessages.contentTooLong)
  .describe(`Plain text of up to ${groupThousands(MAX_NOTE_TEXT_CHARACTERS)} characters`);

export const threadIdInput = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'Note id must be a number')
  .describe('The id of the conversation');

export const sendNote = defineCall({
  name: 'sendNote',
  method: 'POST',
  path: '/stories/{id}/notes',
  summary: 'Writes to the author of a story in private, if they take notes about it.',
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({ id: storyIdOrSlug, content: contentInput, author_username: authorUsernameInput }),
  data: noteThreadSchema,
  status: 201,
  errors: ['not-found', 'moved', 'not-yours'],
});

export const listNotes = defineCall({
  name: 'listNotes',
  method: 'GET',
  path: '/notes',
  summary: 'Your private conversations, latest first: those about your stories, or those that you began.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({
    box: z.enum(NOTE_BOXES, `Box must be one of ${NOTE_BOXES.join(', ')}`).default('received'),
    ...pagingInput(NOTE_PAGE_SIZE),
  }),
  data: z.object({ threads: z.array(noteThreadSchema), pagination: paginationSchema }),
  errors: [],
});

export const answerNote = defineCall({
  name: 'answerNote',
  method: 'POST',
  path: '/notes/{id}/answers',
  summary: 'Answers in a private conversation.',
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({ id: threadIdInput, content: contentInput }),
  data: noteThreadSchema,
  status: 201,
  errors: ['not-found', 'not-yours', 'invalid'],
});

export const deleteNotes = defineCall({
  name: 'deleteNotes',
  method: 'DELETE',
  path: '/notes/{id}',
  summary: 'Leaves a private conversation: it is gone for you, and your words in it are gone for both.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: threadIdInput }),
  data: z.object({}),
  errors: ['not-found'],
});
