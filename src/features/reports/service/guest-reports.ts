/** Reports from people without an account. */

import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { DAY_SECONDS } from '#base/durations.ts';
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import { atMost } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { reportMessages, type sendGuestReport } from '../contract.ts';
import { parseReportReason } from '../rules.ts';
import { storeGuestReport } from '../store.ts';
import { findReportedContent } from './reported-content.ts';

/** A provider's customer can have a whole /48 of /64 networks: together these get the quota of sixteen networks. */
const WIDE_NETWORK_FACTOR = 16;

export async function submitGuestReport(
  context: Context,
  { url, reason: typed, email }: ParsedInputOf<typeof sendGuestReport>,
  { network }: CallerOf<typeof sendGuestReport>,
): Promise<Outcome<DataOf<typeof sendGuestReport>>> {
  const { db, signer } = context;
  const reason = parseReportReason(typed);
  const reported = await findReportedContent(context, url);
  if (!reason.ok || !reported.ok) {
    const fields: Record<string, string> = {};
    if (!reported.ok) fields.url = reported.message;
    if (!reason.ok) fields.reason = reason.message;
    return failure('invalid', Object.values(fields)[0] ?? '', { fields });
  }
  const tooMany = await refusal(context, network);
  if (tooMany !== undefined) return tooMany;
  const number = await storeGuestReport(db, {
    ...reported.data,
    ...{ reason: reason.reason, email },
    network: signer.sign('guest report', network),
  });
  if (number !== undefined) return success({ number }, reportMessages.sent);
  return failure('invalid', reportMessages.urlNothing, { fields: { url: reportMessages.urlNothing } });
}

async function refusal({ throttle, settings }: Context, network: string): Promise<Failure | undefined> {
  const perDay = settings.values.limits.guest_reports;
  const reportsOfNetwork = atMost(perDay, 'guest reports', DAY_SECONDS);
  const reportsOfWideNetwork = atMost(perDay * WIDE_NETWORK_FACTOR, 'guest reports wide', DAY_SECONDS);
  const refused =
    (await throttle.attempt(reportsOfNetwork, network)) ??
    (isIpv6(network) ? await throttle.attempt(reportsOfWideNetwork, network.slice(0, 12)) : undefined);
  if (refused === undefined) return undefined;
  const { retryAfterSeconds = DAY_SECONDS } = refused;
  const wait = plural(Math.ceil(retryAfterSeconds / 3600), 'hour');
  return failure(
    'too-many',
    `We accept ${plural(perDay, 'report')} a day from one network without an account. Please try again in ${wait}, or log in to report now.`,
    { retryAfterSeconds },
  );
}

/** An IPv6 prefix is written as 16 hexadecimal digits, an IPv4 prefix with dots. */
function isIpv6(network: string): boolean {
  return /^[0-9a-f]{16}$/.test(network);
}
