/** Moderation: moderators review possible violations, decide with a reason, and authors can appeal. */
import { z } from 'zod';
import { multilineSchema } from '#base/multiline-schema.ts';
import { tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { GUIDELINE_RULES } from '#features/legal/rules.ts';

export const CASE_PAGE_SIZE = 20;
export const LOG_PAGE_SIZE = 50;
export const MAX_NOTE_CHARACTERS = 5000;
export const MAX_QUOTED_PASSAGE_CHARACTERS = 2000;
export const MAX_APPEAL_CHARACTERS = 5000;
/** A decision can be appealed within this time. */
export const APPEAL_DAYS = 180;
/** The time before a site's only moderator may answer an appeal against their own decision without giving in to it. */
export const SOLE_MODERATOR_WAIT_DAYS = 7;

export const CASE_SUBJECTS = ['story', 'author', 'list', 'comment', 'takedown'] as const;
export type CaseSubject = (typeof CASE_SUBJECTS)[number];

/** The possible decisions on a case. */
export const CASE_ACTIONS = [
  'dismiss',
  'hide',
  'remove',
  'restore',
  'hide-list',
  'restore-list',
  'remove-comment',
  'restore-comment',
  'unwarn',
  'suspend',
  'reinstate',
  'uphold',
] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

/** All actions that the log records. */
export const LOGGED_ACTIONS = [
  ...CASE_ACTIONS,
  'open',
  'takedown-removed',
  'takedown-rejected',
  'takedown-put-back',
  'takedown-linked',
  'feature',
  'unfeature',
  'role',
  'end-sessions',
  'let-in',
  'spam',
  'not-spam',
  'tag-canonical',
  'tag-parent',
  'tag-kind',
  'tag-reject',
  'tag-undo',
  'warn',
  'sweep-comments',
  'restore-comments',
  'ban',
  'end-ban',
  'note',
  'edit-note',
  'delete-note',
] as const;
export type LoggedAction = (typeof LOGGED_ACTIONS)[number];

export const caseActionLabels: Record<CaseAction, string> = {
  dismiss: 'Dismiss',
  hide: 'Hide story',
  remove: 'Remove story',
  restore: 'Restore story',
  suspend: 'Suspend account',
  reinstate: 'Lift suspension',
  'hide-list': 'Hide list',
  'restore-list': 'Restore list',
  'remove-comment': 'Remove comment',
  'restore-comment': 'Restore comment',
  unwarn: 'Lift warnings',
  uphold: 'Uphold decision',
};

export const loggedActionLabels: Record<LoggedAction, string> = {
  dismiss: 'Reports dismissed',
  hide: 'Story hidden',
  remove: 'Story removed',
  restore: 'Story restored',
  suspend: 'Account suspended',
  reinstate: 'Suspension lifted',
  'hide-list': 'Reading list hidden',
  'restore-list': 'Reading list restored',
  'remove-comment': 'Comment removed',
  'restore-comment': 'Comment restored',
  uphold: 'Decision upheld',
  open: 'Case opened',
  'takedown-removed': 'Removed after a legal request',
  'takedown-rejected': 'Legal request rejected',
  'takedown-put-back': 'Removal after a legal request taken back',
  'takedown-linked': 'Legal request linked to a story',
  feature: 'Story featured',
  unfeature: 'Story no longer featured',
  role: 'Role changed',
  'end-sessions': 'Sessions ended',
  'let-in': 'Story approved',
  spam: 'Account marked as spam',
  'not-spam': 'Spam mark undone',
  'tag-canonical': 'Tags merged',
  'tag-parent': 'Tag given a parent',
  'tag-kind': 'Tag given a kind',
  'tag-reject': 'Tag suggestion rejected',
  'tag-undo': 'Tag decision undone',
  warn: 'Content warnings added',
  unwarn: 'Content warnings lifted',
  'sweep-comments': 'Many comments removed',
  'restore-comments': 'Many comments brought back',
  ban: 'Network banned',
  'end-ban': 'Ban of a network ended',
  note: 'Staff note written',
  'edit-note': 'Staff note changed',
  'delete-note': 'Staff note deleted',
};

export const moderationMessages = {
  caseNotFound: 'Case not found',
  ownCase: 'This is about you or one of your stories. Another moderator has to decide.',
  caseChanged:
    'This case has changed since you opened it: another moderator was faster, or something new came in. Please look at it again.',
  notPossible: 'This can’t be done in the case’s present state',
  ownDecision: 'You made the decision under appeal. Another moderator has to answer.',
  ownDecisionAmong:
    'You made one of the decisions under appeal. You can answer about the others; another moderator has to answer about that one.',
  ownDecisionWaits:
    'You made the decision under appeal, and there is no other moderator who could answer. You can lift it at once; any other answer waits until seven days after the appeal was sent.',
  ownDecisionSole:
    'You made the decision under appeal. As no other moderator could answer, you can answer it yourself; the log and the author’s email will say so.',
  ruleRequired: 'Rule is required',
  noteRequired: 'Reason is required',
  noteTooLong: tooLongMessage('Reason', MAX_NOTE_CHARACTERS),
  quotedPassageRequired: 'Quote the passage it is about, or write “The whole story”.',
  quotedPassageTooLong: tooLongMessage('Passage', MAX_QUOTED_PASSAGE_CHARACTERS),
  subjectRequired:
    'Give the address of a story or a reading list, the id of a comment, or the name of an account',
  storyRequired: 'First say which story the request is about',
  storyNotFound: 'Story not found',
  storyNotListed: 'Only a story that readers can find can be featured',
  ownStory: 'You can’t feature or unfeature your own stories',
  decided: 'Decided. The author has been told.',
  dismissed: 'Dismissed.',
  loadFailed: 'The queue could not be loaded',
  failed: 'This could not be done',
};

/** The sentence shown to the author with such an answer. */
export const ANSWERED_BY_SAME_MODERATOR =
  'Your appeal was answered by the same moderator, as no other one could answer it.';

export const noteInput = multilineSchema(
  { required: moderationMessages.noteRequired, tooLong: moderationMessages.noteTooLong },
  MAX_NOTE_CHARACTERS,
).describe(`The reason in a moderator’s words; up to ${groupThousands(MAX_NOTE_CHARACTERS)} characters`);

export const ruleInput = z.enum(GUIDELINE_RULES, {
  error: (issue) => (issue.input === undefined ? moderationMessages.ruleRequired : undefined),
});

/** An action as the log describes it. */
export const logEntrySchema = z.object({
  id: z.int(),
  happened_at: z.iso.datetime(),
  actor_name: z
    .string()
    .nullable()
    .describe('null: the operator, at the command line, or a deadline of the law'),
  actor_role: z.enum(['moderator', 'admin', 'operator']),
  action: z.enum(LOGGED_ACTIONS),
  case_id: z.int().nullable(),
  story_id: z.int().nullable(),
  story_title: z.string().nullable(),
  list_id: z.int().nullable(),
  list_title: z.string().nullable(),
  comment_id: z.int().nullable(),
  comment_excerpt: z.string().nullable().describe('The beginning of the comment'),
  account_id: z.int().nullable(),
  account_name: z.string().nullable(),
  takedown_id: z.int().nullable(),
  tag_name: z.string().nullable(),
  tag_target: z.string().nullable().describe('The other tag, or the kind'),
  rule: z.string().nullable(),
  passage: z.string(),
  note: z.string(),
  answers: z.int().nullable().describe('The decision under appeal, if this is the answer'),
  by_same_moderator: z
    .boolean()
    .describe(
      'Whether it answers an appeal against a decision by the same moderator, as no other one could answer',
    ),
});
export type LogEntry = z.output<typeof logEntrySchema>;
