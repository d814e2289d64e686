/** The operator of the site, whom the law requires to be shown to everyone. */
import { z } from 'zod';
import { type DataOf, defineCall } from '#base/contract.ts';

export const getSite = defineCall({
  name: 'getSite',
  method: 'GET',
  path: '/site',
  summary: 'Who runs this site, as far as the operator has said, and whether replies to its emails are read.',
  access: 'anyone',
  rateLimit: 'read',
  // Settings change only with a restart, which clears the cache.
  cacheTags: ['lists'],
  input: z.object({}),
  data: z.object({
    operator: z.object({
      name: z.string().nullable(),
      address: z.array(z.string()).describe('Line by line; empty if unknown'),
      email: z.string().nullable(),
      country: z.string().nullable(),
      dmca_agent: z.array(z.string()).describe('Line by line; empty if there is none'),
    }),
    reads_replies: z.boolean().describe('Whether somebody reads replies to this site’s emails'),
    proves_age: z.literal(true).optional().describe('Missing unless readers in some regions prove their age'),
  }),
  errors: [],
});

/** The pages whose text an operator may replace by an own one. */
const REPLACEABLE_PAGES = ['terms', 'privacy', 'guidelines', 'contact', 'faq'] as const;
export type ReplaceablePage = (typeof REPLACEABLE_PAGES)[number];

export const getOwnText = defineCall({
  name: 'getOwnText',
  method: 'GET',
  path: '/site/texts/{page}',
  summary: 'The operator’s own text of a legal page, if it replaces the one that comes with the site.',
  access: 'anyone',
  rateLimit: 'read',
  cacheTags: ['lists'],
  input: z.object({ page: z.enum(REPLACEABLE_PAGES) }),
  data: z.object({
    text: z
      .object({
        content: z.string().describe('Cleaned HTML'),
        revision: z.int(),
        changed_at: z.iso.datetime(),
      })
      .nullable()
      .describe('Null: the text that comes with the site'),
  }),
  errors: [],
});
export type OwnText = DataOf<typeof getOwnText>['text'];

export type SiteFacts = DataOf<typeof getSite>;
