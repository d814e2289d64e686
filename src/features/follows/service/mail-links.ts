import { timingSafeEqual } from 'node:crypto';
import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Signer } from '#platform/security/secret.ts';
import { followMessages, type stopFollowMails } from '../contract/follows.ts';
import { stopMailsOf } from '../store/mails.ts';

const KEY_BYTES = 16;
const PROOF_BYTES = 24;

/** The token in a mail that stops the mails of one follow, or all of an account: a random key, with a proof that it is ours. */
export function mailToken(signer: Signer, mailKey: string): string {
  const key = Buffer.from(mailKey.replaceAll('-', ''), 'hex');
  return Buffer.concat([key, proofOf(signer, key)]).toString('base64url');
}

function proofOf(signer: Signer, key: Buffer): Buffer {
  return signer.sign('follow mail', key.toString('base64url')).subarray(0, PROOF_BYTES);
}

/** The key in a token; undefined if it is not ours. */
function mailKeyIn(signer: Signer, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // A token truncated or extended in transit is invalid, even if it decodes to the same bytes.
  if (bytes.length !== KEY_BYTES + PROOF_BYTES || bytes.toString('base64url') !== token) return undefined;
  const key = bytes.subarray(0, KEY_BYTES);
  return timingSafeEqual(proofOf(signer, key), bytes.subarray(KEY_BYTES)) ? key.toString('hex') : undefined;
}

/** Stops mails by a link in one of them. It works again when they are stopped, and when follow or account are gone. */
export async function stopMailsByLink(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  { token }: Pick<ParsedInputOf<typeof stopFollowMails>, 'token'>,
): Promise<Outcome<Record<string, never>>> {
  const mailKey = mailKeyIn(signer, token);
  if (mailKey === undefined) return failure('gone', followMessages.linkUnknown);
  await stopMailsOf(db, mailKey);
  return success({}, followMessages.mailsStopped);
}
