/** Bans of networks: admins keep misuse out where it comes from, for a time. */
import { z } from 'zod';
import { BAN_SCOPES } from '#base/ban-scopes.ts';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { noteInput } from '#features/moderation/contract/moderation.ts';

const MAX_BAN_DAYS = 365;
const MAX_RANGE_CHARACTERS = 60;
/** Wider ranges are whole parts of the world. */
export const MIN_PREFIX_BITS = { ipv4: 8, ipv6: 19 } as const;

export const banMessages = {
  rangeRequired: 'Range is required',
  rangeForm: 'Range must be an address or a CIDR block, such as 203.0.113.0/24 or 2001:db8::/32',
  rangeWide: `Range must not be wider than /${MIN_PREFIX_BITS.ipv4}, or /${MIN_PREFIX_BITS.ipv6} for IPv6`,
  alreadyBanned: 'Range is already banned from this. End that ban first to change it',
  ownNetwork: 'This range includes your own network. Confirm that you want to ban it',
  days: `Days must be a whole number from 1 to ${MAX_BAN_DAYS}`,
  notFound: 'This ban has ended already',
  added: 'The network is banned.',
  ended: 'The ban has ended.',
  loadFailed: 'The bans could not be loaded',
  failed: 'The ban could not be changed',
};

const banSchema = z.object({
  id: z.int(),
  range: z.string().describe('In CIDR notation'),
  scope: z.enum(BAN_SCOPES),
  reason: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Ban = z.output<typeof banSchema>;

export const listBans = defineCall({
  name: 'listBans',
  method: 'GET',
  path: '/moderation/network-bans',
  summary: 'The networks that are banned now, latest first.',
  access: 'admin',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ bans: z.array(banSchema) }),
  errors: [],
});

export const addBan = defineCall({
  name: 'addBan',
  method: 'POST',
  path: '/moderation/network-bans',
  summary:
    'Bans a network from registering, from writing, or from the whole site, for a number of days. Refused for the own network unless that is confirmed, and for a range that is banned from the same already.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({
    range: z
      .string(banMessages.rangeRequired)
      .trim()
      .min(1, banMessages.rangeRequired)
      .max(MAX_RANGE_CHARACTERS, banMessages.rangeForm),
    scope: z.enum(BAN_SCOPES),
    days: z.coerce
      .number(banMessages.days)
      .int(banMessages.days)
      .min(1, banMessages.days)
      .max(MAX_BAN_DAYS, banMessages.days),
    note: noteInput,
    includes_own: z.boolean().default(false).describe('Confirms that the range may include the own network'),
  }),
  data: banSchema,
  status: 201,
  errors: ['invalid'],
});

export const endBan = defineCall({
  name: 'endBan',
  method: 'DELETE',
  path: '/moderation/network-bans/{id}',
  summary: 'Ends a ban now.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({ id: idSchema }),
  data: z.object({}),
  errors: ['not-found'],
});
