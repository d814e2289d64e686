/** Follows: stories, series, authors, tags, filters and reading lists whose news a reader wants. Private. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { groupThousands } from '#base/text.ts';
import { storyFilterInput } from '#features/filters/contract/filters.ts';
import { filterQuery } from '#features/filters/rules/list-request.ts';

const FOLLOW_KINDS = ['story', 'series', 'author', 'tag', 'filter', 'list'] as const;
export type FollowKind = (typeof FOLLOW_KINDS)[number];

const FOLLOW_MAILS = ['none', 'now', 'daily', 'weekly'] as const;
export type FollowMail = (typeof FOLLOW_MAILS)[number];

export const MAX_FOLLOWS = 500;
/** The number of filters among them: each is looked through for itself. */
export const MAX_FOLLOWED_FILTERS = 20;
export const MAX_FOLLOWED_QUERY_CHARACTERS = 3000;
/** Days back from now from which a follow can count what is new. */
const MAX_SINCE_DAYS = 366;

export const followMessages = {
  loadFailed: 'What you follow could not be loaded',
  kind: `Kind must be one of ${FOLLOW_KINDS.join(', ')}`,
  mail: `Mail must be one of ${FOLLOW_MAILS.join(', ')}`,
  idRequired: 'Id is required, except for a filter',
  queryRequired: 'Query is required for a filter',
  queryUnreadable: 'This filter can’t be read',
  queryTooLong: 'This filter is too long',
  since: 'Since must be a time of the last year, such as 2026-05-31T12:00:00Z',
  tooMany: `You follow ${groupThousands(MAX_FOLLOWS)} things, the most an account can. Unfollow one first.`,
  tooManyFilters: `You follow ${MAX_FOLLOWED_FILTERS} filters, the most an account can. Unfollow one first.`,
  unknown: 'There is nothing here to follow',
  notFound: 'You do not follow this',
  followed: 'Followed',
  followFailed: 'That could not be followed. Please try again in a moment.',
  unfollowed: 'Unfollowed',
  unfollowFailed: 'That could not be unfollowed. Please try again in a moment.',
  mailSaved: 'Emails changed',
  settingsSaved: 'Saved',
  settingsFailed: 'Your choice could not be saved. Please try again in a moment.',
  mailsStopped: 'You get no more of these emails',
  stopFailed: 'The emails could not be stopped. Please try again.',
  linkUnknown: 'This link is not valid. You can change your emails on the page of what you follow.',
};

const followSchema = z.object({
  id: z.int().describe('The number of the follow itself'),
  kind: z.enum(FOLLOW_KINDS),
  target_id: z.int().nullable().describe('The id of what is followed; null for a filter'),
  query: z.string().nullable().describe('The filter, such as tags=letters&max_words=5000'),
  title: z
    .string()
    .nullable()
    .describe('Its title or name; null for a filter, and for something that you cannot open now'),
  url: z.string().nullable().describe('The path of its page, if you can open it now'),
  mail: z.enum(FOLLOW_MAILS),
  since: z.iso.datetime().describe('What was published from then on is new'),
});
export type Follow = z.output<typeof followSchema>;

const mailInput = z.enum(FOLLOW_MAILS, followMessages.mail);

const filterSchema = z.object(storyFilterInput);

const thingInput = {
  kind: z.enum(FOLLOW_KINDS, followMessages.kind),
  id: z
    .union([z.int(), z.string()], followMessages.idRequired)
    .optional()
    .transform((id) => (id === undefined ? undefined : String(id).slice(0, 201)))
    .describe(
      'The id of the story, series, author (author_id), tag or list; or the slug of a story, series or list, and the name of a tag. What is shared by link alone is found by its slug only',
    ),
  query: z
    .string(followMessages.queryUnreadable)
    .max(MAX_FOLLOWED_QUERY_CHARACTERS, followMessages.queryTooLong)
    .overwrite((query) => filterQuery(new URLSearchParams(query)))
    .refine(
      (query) => filterSchema.safeParse(Object.fromEntries(new URLSearchParams(query))).success,
      followMessages.queryUnreadable,
    )
    .optional()
    .describe('For a filter: the parameters of a list, such as tags=letters&max_words=5000'),
};

export const listFollows = defineCall({
  name: 'listFollows',
  method: 'GET',
  path: '/follows',
  summary: `What you follow, latest first; at most ${MAX_FOLLOWS}. Nobody else sees it.`,
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    follows: z.array(followSchema),
    titles_in_mails: z.boolean().describe('Whether the emails name what is new'),
  }),
  errors: [],
});

export const follow = defineCall({
  name: 'follow',
  method: 'POST',
  path: '/follows',
  summary: `Follows something; doing so again replaces \`mail\`. An account can follow ${MAX_FOLLOWS} things, ${MAX_FOLLOWED_FILTERS} filters among them.`,
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    ...thingInput,
    mail: mailInput.default('none').describe('How often news of it are mailed to your verified address'),
    since: z.iso
      .datetime({ offset: true, error: followMessages.since })
      .refine((time) => {
        const days = (Date.now() - Date.parse(time)) / 86_400_000;
        return days > -1 && days <= MAX_SINCE_DAYS;
      }, followMessages.since)
      .optional()
      .describe('From when on its chapters are new; now, if left out. For taking back an unfollow'),
  }),
  data: followSchema,
  status: 201,
  errors: ['not-found', 'moved'],
});

export const followState = defineCall({
  name: 'followState',
  method: 'GET',
  path: '/follows/state',
  summary: 'Whether you follow something, and how often you chose to get mail when you last followed.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object(thingInput),
  data: z.object({ follow: followSchema.nullable(), last_mail: z.enum(FOLLOW_MAILS) }),
  errors: ['not-found', 'moved'],
});

export const unfollow = defineCall({
  name: 'unfollow',
  method: 'DELETE',
  path: '/follows/{id}',
  summary: 'Unfollows something, by the number of the follow.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: z.object({
    id: idSchema,
  }),
  data: z.object({}),
  errors: ['not-found'],
});

export const setFollowSettings = defineCall({
  name: 'setFollowSettings',
  method: 'PUT',
  path: '/follows/settings',
  summary: 'Chooses whether the emails about what you follow name it. They do not unless you say so.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: z.object({ titles_in_mails: z.boolean('titles_in_mails must be true or false') }),
  data: z.object({ titles_in_mails: z.boolean() }),
  errors: [],
});

// The schema does not check a token's format: an ill-formed token is simply unknown.
const token = z.string('Token is required').min(1, 'Token is required').max(200, 'Token is too long');

export const stopFollowMails = defineCall({
  name: 'stopFollowMails',
  method: 'POST',
  path: '/follows/stop-mails/{token}',
  summary:
    'Stops the emails about one follow, or all of them, by an emailed link; repeating it succeeds again.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token }),
  data: z.object({}),
  errors: ['gone'],
});
