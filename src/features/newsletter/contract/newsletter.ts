/** The newsletter: one mail a week to confirmed addresses, filtered by their preferences. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { emailSchema } from '#base/email-schema.ts';

export const newsletterMessages = {
  invalidEmail: 'Please enter a valid email address',
  thanks: 'Thank you for subscribing! Check your email to confirm your subscription.',
  failed: 'Failed to subscribe',
  error: 'Failed to subscribe to newsletter',
  confirmed: 'You are subscribed',
  confirmLinkExpired: 'This link is no longer valid. Please subscribe again at the foot of this page.',
  confirmFailed: 'Your subscription could not be confirmed. Please try again.',
  linkSent: 'If this address receives our newsletter, we have sent it a link. Open it to confirm.',
  choiceLinkSent:
    'If this address receives our newsletter, we have sent it a link. Open it to see your choice and change it.',
  unsubscribed: 'You are unsubscribed',
  unsubscribeFailed: 'You could not be unsubscribed. Please try again.',
  readFailed: 'Your preferences could not be loaded. Please try again.',
  requestFailed: 'The link could not be sent. Please try again.',
  saved: 'Your preferences are saved',
  saveFailed: 'Your preferences could not be saved. Please try again.',
  linkExpired: 'This link is no longer valid. Please ask for a new one.',
  notSubscribed: 'Your address does not receive the newsletter',
};

/** The form field that mail programs send from their own unsubscribe button (RFC 8058). */
export const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };

/** The kinds of news, in the order of an issue's sections. */
export const NEWS_KINDS = ['newStories', 'featuredAuthors', 'weeklyUpdates'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

export const newsKindLabels: Record<NewsKind, string> = {
  newStories: 'New stories',
  featuredAuthors: 'Featured authors',
  weeklyUpdates: 'The week’s best',
};

const email = emailSchema({
  required: newsletterMessages.invalidEmail,
  form: newsletterMessages.invalidEmail,
});

const preferenceFlags = Object.fromEntries(
  NEWS_KINDS.map((kind) => [kind, z.boolean(`${kind} must be true or false`)]),
) as Record<NewsKind, z.ZodBoolean>;
export const preferencesSchema = z.object(preferenceFlags, 'Preferences must be an object');
export type Preferences = z.output<typeof preferencesSchema>;
export const ALL_NEWS = Object.fromEntries(NEWS_KINDS.map((kind) => [kind, true])) as Preferences;

/** An omitted kind counts as selected: people who subscribe want the newsletter. */
const preferencesOrAll = preferencesSchema
  .partial()
  .optional()
  .transform((partial): Preferences => ({ ...ALL_NEWS, ...partial }));

// The schema does not check a token's format: an ill-formed token is simply unknown.
const token = z.string('Token is required').min(1, 'Token is required').max(200, 'Token is too long');

const nothing = z.object({});
const done = z.object({
  done: z.boolean().describe('False if the address was emailed a link that has to be opened first'),
});

export const subscribe = defineCall({
  name: 'subscribe',
  method: 'POST',
  path: '/newsletter/subscribe',
  summary: 'Emails the address a link to confirm; the answer is the same for every address.',
  access: 'anyone',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({ email, preferences: preferencesOrAll }),
  data: nothing,
  errors: [],
});

export const confirmSubscription = defineCall({
  name: 'confirmSubscription',
  method: 'POST',
  path: '/newsletter/confirm/{token}',
  summary: 'Starts a subscription by an emailed link; repeating it succeeds again.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token }),
  data: nothing,
  errors: ['gone'],
});

export const unsubscribe = defineCall({
  name: 'unsubscribe',
  method: 'POST',
  path: '/newsletter/unsubscribe',
  summary: 'Ends the subscription of your own verified address; any other is only emailed a link.',
  access: 'optional-auth',
  rateLimit: 'write',
  input: z.object({ email }),
  data: done,
  errors: [],
});

export const unsubscribeByLink = defineCall({
  name: 'unsubscribeByLink',
  method: 'POST',
  path: '/newsletter/unsubscribe/{token}',
  summary: 'Ends a subscription by an emailed link; repeating it succeeds again.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token }),
  data: nothing,
  errors: ['gone'],
});

export const requestPreferences = defineCall({
  name: 'requestPreferences',
  method: 'POST',
  path: '/newsletter/preferences',
  summary:
    'Emails a subscribed address a link to its present preferences; the answer is the same for every address.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ email }),
  data: nothing,
  errors: [],
});

export const changePreferences = defineCall({
  name: 'changePreferences',
  method: 'PUT',
  path: '/newsletter/preferences',
  summary: 'Changes what your own verified address receives; any other is only emailed a link.',
  access: 'optional-auth',
  rateLimit: 'write',
  input: z.object({ email, preferences: preferencesSchema }),
  data: done,
  errors: ['not-found'],
});

export const readPreferences = defineCall({
  name: 'readPreferences',
  method: 'GET',
  path: '/newsletter/preferences/{token}',
  summary: 'What the owner of an emailed link receives, or has asked to receive from now on.',
  access: 'anyone',
  rateLimit: 'read',
  input: z.object({ token }),
  data: z.object({
    preferences: preferencesSchema,
    asked: z.boolean().describe('True if these were asked for and are not saved yet'),
  }),
  errors: ['gone'],
});

export const savePreferences = defineCall({
  name: 'savePreferences',
  method: 'PUT',
  path: '/newsletter/preferences/{token}',
  summary: 'Changes what the owner of an emailed link receives.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token, preferences: preferencesSchema }),
  data: nothing,
  errors: ['gone'],
});
