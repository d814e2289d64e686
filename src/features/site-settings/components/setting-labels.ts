import { LIMIT_NAMES } from '#base/limits.ts';
import type { SettingName } from '../contract.ts';
import { limitLabels } from '../rules/limit-labels.ts';

/** The label of each setting, and a hint for those who change it. */
export const settingLabels: Record<SettingName, { label: string; hint?: string }> = {
  site_name: {
    label: 'Name of the site',
    hint: 'In the bar, titles, feeds, catalogues, mails without a sender of their own, and the installed site.',
  },
  accent_paper: {
    label: 'Accent on Paper',
    hint: 'For links, buttons and marks in the light theme; Sepia follows it.',
  },
  accent_lamp: { label: 'Accent by Lamp', hint: 'The same in the dark theme.' },
  exit_url: {
    label: 'Exit address',
    hint: 'Quick exit leads here. Choose a dull page that everybody can reach.',
  },
  registration: { label: 'Registering', hint: 'Accounts that exist are not affected.' },
  sign_up_seconds: {
    label: 'Seconds before a registration is believed',
    hint: 'A form sent sooner is refused as sent by a program. 0 switches this off.',
  },
  ai_training: {
    label: 'Training of language models',
    hint: 'Said in robots.txt and in the headers of every page.',
  },
  terms_asked_since: {
    label: 'Ask for acceptance of the terms since',
    hint: 'Members who accepted the terms before this day, or never, are asked in their inbox to accept those in force. Without a day nobody is asked.',
  },
  text_terms: { label: 'Terms', hint: 'Every text that you save here is a version that stays readable.' },
  text_privacy: { label: 'Privacy' },
  text_guidelines: { label: 'Guidelines', hint: 'Reports link to the rules of the shipped text by number.' },
  text_contact: {
    label: 'Contact',
    hint: 'The shipped text names the operator by itself; your own has to do so in words.',
  },
  text_faq: { label: 'FAQ' },
  ...limitLabels,
};

export const settingChoices: Partial<Record<SettingName, { value: string; label: string }[]>> = {
  registration: [
    { value: 'open', label: 'Everybody' },
    { value: 'invite', label: 'With an invitation' },
    { value: 'closed', label: 'Nobody' },
  ],
  ai_training: [
    { value: 'refused', label: 'Refused for all stories' },
    { value: 'authors', label: 'Each author decides' },
  ],
};

export const settingGroups: { id: string; title: string; note?: string; names: SettingName[] }[] = [
  { id: 'site', title: 'The site', names: ['site_name', 'exit_url'] },
  { id: 'accent', title: 'Accent', names: ['accent_paper', 'accent_lamp'] },
  { id: 'rules', title: 'Rules', names: ['registration', 'sign_up_seconds', 'ai_training'] },
  {
    id: 'limits',
    title: 'Limits',
    note: 'What members and strangers did before a change counts. A refusal names the number in force. With RATE_LIMITS off only the limit of invitations applies.',
    names: LIMIT_NAMES,
  },
  {
    id: 'legal',
    title: 'Legal pages',
    names: ['text_terms', 'terms_asked_since', 'text_privacy', 'text_guidelines', 'text_contact', 'text_faq'],
  },
];
