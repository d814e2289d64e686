import type { Caller } from '#platform/http/caller.ts';
import type { Signer } from '#platform/security/secret.ts';

const DAY_MILLISECONDS = 86_400_000;
const MARK_BYTES = 16;

/** The fingerprint of a visit under the day's key, and the one that the same visit had the day before. */
export interface VisitMarks {
  mark: Buffer;
  markOfYesterday: Buffer;
}

/**
 * Fingerprints a visit without identifying the visitor: one keyed hash of the day, the network's prefix, the browser's
 * name and the viewed item. A visitor's fingerprints have nothing in common.
 */
export function visitMarks(
  signer: Signer,
  { network, userAgent }: Pick<Caller, 'network' | 'userAgent'>,
  what: string,
  now = Date.now(),
): VisitMarks {
  const markAt = (time: number) =>
    signer
      .sign(`visit ${new Date(time).toISOString().slice(0, 10)}`, `${what}\n${network}\n${userAgent}`)
      .subarray(0, MARK_BYTES);
  return { mark: markAt(now), markOfYesterday: markAt(now - DAY_MILLISECONDS) };
}
