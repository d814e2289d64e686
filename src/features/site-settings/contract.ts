/** Settings of the site: admins change its name, colours, legal texts, rules and limits while it runs. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { LIMIT_NAMES } from '#base/limits.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';

export const SETTING_NAMES = [
  'site_name',
  'accent_paper',
  'accent_lamp',
  'exit_url',
  'registration',
  'sign_up_seconds',
  'ai_training',
  'terms_asked_since',
  'text_terms',
  'text_privacy',
  'text_guidelines',
  'text_contact',
  'text_faq',
  ...LIMIT_NAMES,
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export const MAX_SITE_NAME_CHARACTERS = 40;
export const MAX_SIGN_UP_SECONDS = 60;
export const MAX_TEXT_CHARACTERS = 60_000;
const MAX_EXCERPT_CHARACTERS = 300;
const CHANGES_PAGE_SIZE = 20;

export const settingMessages = {
  valueType: 'Value must be a text, or null for the default',
  revision: 'Revision must be a whole number',
  nameRequired: 'Name is required',
  nameTooLong: `Name must be at most ${MAX_SITE_NAME_CHARACTERS} characters`,
  nameForm: 'Name must contain letters or digits, and neither line breaks nor the marks < > " \\',
  accentForm: 'Accent must be a colour such as #8a5200',
  exitForm: 'Exit address must be the http or https address of a page, such as https://www.wikipedia.org/',
  choice: 'Choose one of the values listed',
  seconds: `Seconds must be a whole number from 0 to ${MAX_SIGN_UP_SECONDS}`,
  day: 'Day must be a date such as 2026-11-30, at most a year from now',
  textRequired: 'Text is required',
  textTooLong: 'Text must be at most 60,000 characters',
  textUnreadable: 'Text could not be read as Markdown',
  conflict: 'Another admin has changed this meanwhile. Your entry is kept; save again to replace theirs',
  undoConflict: 'This has been changed since. Only the latest change can be undone',
  nothingToUndo: 'This change does not exist',
  changed: 'Saved, and live. Reload a page to see it.',
  undone: 'The change is undone.',
  loadFailed: 'The settings could not be loaded',
  previewFailed: 'The text could not be shown. Please try again in a moment.',
  shippedTextFailed: 'The shipped text could not be fetched. Please try again in a moment.',
  failed: 'The setting could not be saved',
};

const settingNameInput = z.enum(SETTING_NAMES);
const revisionInput = z.coerce
  .number(settingMessages.revision)
  .int(settingMessages.revision)
  .min(0, settingMessages.revision)
  .max(1_000_000_000, settingMessages.revision)
  .describe('The revision that the change is based on; 0 before the first change');

const settingSchema = z.object({
  name: settingNameInput,
  value: z.string().describe('In force now; empty for a text or colour that comes with the site'),
  source: z.enum(['here', 'environment', 'release']).describe('The place that the value comes from'),
  variable: z.string().nullable().describe('The environment variable that has the default'),
  default_value: z.string().describe('In force without a value of its own'),
  revision: z.int(),
});
export type Setting = z.output<typeof settingSchema>;

const excerpt = z
  .string()
  .nullable()
  .describe(`The first ${MAX_EXCERPT_CHARACTERS} characters; null: the default`);
const changeSchema = z.object({
  name: z.string(),
  revision: z.int(),
  from: excerpt,
  to: excerpt,
  changed_by: z.string(),
  changed_at: z.iso.datetime(),
  is_latest: z.boolean().describe('Whether it can be undone'),
});
export type SettingChange = z.output<typeof changeSchema>;

export const listSettings = defineCall({
  name: 'listSettings',
  method: 'GET',
  path: '/moderation/settings',
  summary:
    'The settings that can be changed while the site runs, with their values and where these come from.',
  access: 'admin',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ settings: z.array(settingSchema) }),
  errors: [],
});

export const listSettingChanges = defineCall({
  name: 'listSettingChanges',
  method: 'GET',
  path: '/moderation/settings/changes',
  summary: 'The changes of settings with their authors, latest first.',
  access: 'admin',
  rateLimit: 'read',
  input: z.object({ ...pagingInput(CHANGES_PAGE_SIZE) }),
  data: z.object({ changes: z.array(changeSchema), pagination: paginationSchema }),
  errors: [],
});

export const changeSetting = defineCall({
  name: 'changeSetting',
  method: 'PUT',
  path: '/moderation/settings/{name}',
  summary:
    'Changes a setting, or gives it its default back; refused if somebody else has changed it meanwhile.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({
    name: settingNameInput,
    value: z
      .string(settingMessages.valueType)
      .max(MAX_TEXT_CHARACTERS * 2, settingMessages.textTooLong)
      .nullable()
      .describe('Null: the default'),
    revision: revisionInput,
  }),
  data: settingSchema,
  errors: ['invalid', 'edit-conflict'],
});

export const previewText = defineCall({
  name: 'previewText',
  method: 'POST',
  path: '/moderation/settings/preview',
  summary: 'An own text of a legal page as its readers would see it; nothing is stored.',
  access: 'admin',
  rateLimit: 'read',
  input: z.object({
    text: z
      .string(settingMessages.textRequired)
      .max(MAX_TEXT_CHARACTERS * 2, settingMessages.textTooLong)
      .describe('Markdown'),
  }),
  data: z.object({ html: z.string() }),
  errors: ['invalid'],
});

export const undoSettingChange = defineCall({
  name: 'undoSettingChange',
  method: 'POST',
  path: '/moderation/settings/{name}/undo',
  summary: 'Gives a setting the value that it had before its latest change.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({ name: settingNameInput, revision: revisionInput }),
  data: settingSchema,
  errors: ['not-found', 'edit-conflict'],
});
