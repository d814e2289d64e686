import { DAY_MILLISECONDS } from '#base/durations.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Signer } from '#platform/security/secret.ts';
import { deleteOldFingerprints } from '../store/reading.ts';

const FINGERPRINT_BYTES = 16;

/** The fingerprint of a visit under the day's key, and the one that the same visit had the day before. */
export interface VisitFingerprints {
  fingerprint: Buffer;
  previousFingerprint: Buffer;
}

/**
 * Fingerprints a visit without identifying the visitor: one keyed hash of the day, the network's prefix, the browser's
 * name and the viewed item. A visitor's fingerprints have nothing in common.
 */
export function fingerprintVisit(
  signer: Signer,
  { network, userAgent }: Pick<Caller, 'network' | 'userAgent'>,
  item: string,
  now = Date.now(),
): VisitFingerprints {
  const fingerprintAt = (time: number) =>
    signer
      .sign(`visit ${new Date(time).toISOString().slice(0, 10)}`, `${item}\n${network}\n${userAgent}`)
      .subarray(0, FINGERPRINT_BYTES);
  return { fingerprint: fingerprintAt(now), previousFingerprint: fingerprintAt(now - DAY_MILLISECONDS) };
}

const BATCH = 20_000;

/** In batches, because a busy site has millions of them an hour: one statement would hold its locks for minutes. */
export async function forgetOldFingerprints({ db }: Pick<Context, 'db'>, batch = BATCH): Promise<void> {
  while ((await deleteOldFingerprints(db, batch)) === batch);
}
