/** Announcements: admins tell all visitors something for a time. */
import { z } from 'zod';
import { ANNOUNCEMENT_KINDS } from '#base/announcement-kinds.ts';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { multilineSchema } from '#base/multiline-schema.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';

export const MAX_ANNOUNCEMENT_CHARACTERS = 400;
export const MAX_ANNOUNCEMENT_DAYS = 365;
const ANNOUNCEMENTS_PAGE_SIZE = 20;

export const announcementMessages = {
  textRequired: 'Text is required',
  textTooLong: `Text must be at most ${MAX_ANNOUNCEMENT_CHARACTERS} characters`,
  links: 'Text may have two links at most',
  linkForm: 'A link must lead to a page of this site, such as /help, or to a web address',
  startRequired: 'Start must be a date and time',
  endRequired: 'End must be a date and time',
  endBeforeStart: 'End must be after the start',
  endPast: 'End must be in the future',
  tooLong: `End must be within ${MAX_ANNOUNCEMENT_DAYS} days of the start`,
  revision: 'Revision must be a whole number',
  conflict:
    'Another admin has changed this announcement meanwhile. Your text is kept; save again to replace theirs',
  changedSince: 'This announcement has been changed since',
  notFound: 'This announcement does not exist',
  ended: 'This announcement has ended already',
  written: 'The announcement is saved.',
  endedNow: 'The announcement has ended.',
  undone: 'The change is undone.',
  loadFailed: 'The announcements could not be loaded',
  failed: 'The announcement could not be saved',
};

const details = {
  kind: z.enum(ANNOUNCEMENT_KINDS),
  text: multilineSchema(
    { required: announcementMessages.textRequired, tooLong: announcementMessages.textTooLong },
    MAX_ANNOUNCEMENT_CHARACTERS,
  ).describe('Plain text with up to two links as [words](address)'),
  starts_at: z.iso.datetime(announcementMessages.startRequired),
  ends_at: z.iso.datetime(announcementMessages.endRequired),
};
const revisionInput = z.coerce
  .number(announcementMessages.revision)
  .int(announcementMessages.revision)
  .min(1, announcementMessages.revision)
  .max(1_000_000_000, announcementMessages.revision)
  .describe('The revision that the change is based on');

const announcementSchema = z.object({
  id: z.int(),
  revision: z.int(),
  kind: z.enum(ANNOUNCEMENT_KINDS),
  text: z.string(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  state: z.enum(['coming', 'shown', 'over']),
});
export type Announcement = z.output<typeof announcementSchema>;

const changeSchema = z.object({
  id: z.int(),
  revision: z.int(),
  action: z.enum(['write', 'edit', 'end', 'undo']),
  kind: z.enum(ANNOUNCEMENT_KINDS),
  text: z.string(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  changed_by: z.string(),
  changed_at: z.iso.datetime(),
  is_latest: z.boolean().describe('Whether it can be undone'),
});
export type AnnouncementChange = z.output<typeof changeSchema>;

export const listAnnouncements = defineCall({
  name: 'listAnnouncements',
  method: 'GET',
  path: '/moderation/announcements',
  summary: 'The announcements, latest start first.',
  access: 'admin',
  rateLimit: 'read',
  input: z.object({ ...pagingInput(ANNOUNCEMENTS_PAGE_SIZE) }),
  data: z.object({ announcements: z.array(announcementSchema), pagination: paginationSchema }),
  errors: [],
});

export const listAnnouncementChanges = defineCall({
  name: 'listAnnouncementChanges',
  method: 'GET',
  path: '/moderation/announcements/changes',
  summary: 'Each change of an announcement with its author, latest first.',
  access: 'admin',
  rateLimit: 'read',
  input: z.object({ ...pagingInput(ANNOUNCEMENTS_PAGE_SIZE) }),
  data: z.object({ changes: z.array(changeSchema), pagination: paginationSchema }),
  errors: [],
});

export const writeAnnouncement = defineCall({
  name: 'writeAnnouncement',
  method: 'POST',
  path: '/moderation/announcements',
  summary: 'Announces something on every page from its start to its end.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object(details),
  data: announcementSchema,
  status: 201,
  errors: ['invalid', 'edit-conflict'],
});

export const editAnnouncement = defineCall({
  name: 'editAnnouncement',
  method: 'PUT',
  path: '/moderation/announcements/{id}',
  summary: 'Changes an announcement; refused if somebody else has changed it meanwhile.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({ id: idSchema, ...details, revision: revisionInput }),
  data: announcementSchema,
  errors: ['invalid', 'not-found', 'edit-conflict'],
});

export const endAnnouncement = defineCall({
  name: 'endAnnouncement',
  method: 'POST',
  path: '/moderation/announcements/{id}/end',
  summary: 'Ends an announcement now, or calls off one that has not started.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({ id: idSchema, revision: revisionInput }),
  data: announcementSchema,
  errors: ['not-found', 'edit-conflict'],
});

export const undoAnnouncementChange = defineCall({
  name: 'undoAnnouncementChange',
  method: 'POST',
  path: '/moderation/announcements/{id}/undo',
  summary: 'Undoes the latest change of an announcement; undoing its first calls it off.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({ id: idSchema, revision: revisionInput }),
  data: announcementSchema,
  errors: ['not-found', 'edit-conflict'],
});
