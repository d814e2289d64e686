/** The sections of the account settings that everybody has, in their order: the anchor of each, and its short name. */
export const SETTINGS_SECTIONS = {
  password: 'Password',
  email: 'Email address',
  passkeys: 'Passkeys',
  'second-factor': 'Second factor',
  sessions: 'Sessions',
  activity: 'What happened',
  history: 'Reading history',
  reading: 'Reading and notices',
  blocked: 'Muted and blocked',
  feeds: 'Feeds and catalogue',
  data: 'Your data',
  decisions: 'Decisions',
  delete: 'Leaving',
} as const;

export type SettingsSection = keyof typeof SETTINGS_SECTIONS;
