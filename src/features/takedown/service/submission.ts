import { createHash } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import { moderatorAddresses } from '#features/accounts/service/moderators.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type submitTakedown, takedownMessages } from '../contract.ts';
import { noticeMail, receiptMail } from '../mail/takedown-mails.ts';
import { CURRENT_DECLARATION, declarationText } from '../rules.ts';
import { insertRequest, insertStep, openRequestLike, requestById, storyFacts } from '../store.ts';
import { storyOfAddress } from './find-story-by-address.ts';

type Input = ParsedInputOf<typeof submitTakedown>;
type Data = DataOf<typeof submitTakedown>;

const DAY_SECONDS = 24 * 60 * 60;

/** Stores a request with the signed words and notifies the people concerned: everything or nothing. */
export async function takeRequest(
  context: Context,
  input: Input,
  caller: Caller<undefined>,
): Promise<Outcome<Data>> {
  const { db, strangerQuota } = context;
  const { electronic_signature: _, declaration_version = CURRENT_DECLARATION, ...sent } = input;
  const request = {
    ...sent,
    declaration_version,
    declaration_text: declarationText(declaration_version),
  };
  const fingerprint = fingerprintOf(request);
  const open = await openRequestLike(db, fingerprint);
  if (open !== undefined) return taken(open);
  const admitted = await strangerQuota.take('takedown', caller);
  if (!admitted.ok) return explained(admitted);
  const id = await db.transaction().execute(async (transaction) => {
    const made = await insertRequest(transaction, {
      ...request,
      ...(await storyConcerned(context, transaction, input.content_url)),
      fingerprint,
    });
    if (made === undefined) return undefined;
    await insertStep(transaction, { requestId: made, step: 'received' });
    // Anybody can enter any address: beyond the site's hourly total the receipt waits. Moderators are notified at once.
    await admitted.data.enqueue(transaction, 'mail-takedown-receipt', { requestId: made });
    await tellModerators(context, transaction);
    return made;
  });
  // An identical request sent at the same time was first.
  const first = id ?? (await openRequestLike(db, fingerprint));
  return first === undefined
    ? failure('unavailable', takedownMessages.failed, { retryAfterSeconds: 1 })
    : taken(first);
}

function taken(id: number) {
  return success({ id }, takedownMessages.submitted);
}

/** Equal texts from the same address make equal requests. */
function fingerprintOf(request: Record<string, string>): Buffer {
  const parts = Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

async function storyConcerned({ publicUrl }: Context, connection: Connection, address: string) {
  const storyId = await storyOfAddress(connection, publicUrl, address);
  const facts = storyId === undefined ? undefined : await storyFacts(connection, storyId);
  return facts === undefined || storyId === undefined
    ? { story_id: null, story_title: null, story_author: null }
    : { story_id: storyId, ...facts };
}

export async function mailReceipt(
  { db, outbox, publicUrl, operator }: Context,
  requestId: number,
): Promise<void> {
  const request = await requestById(db, requestId);
  if (request === undefined) return;
  const receipt = receiptMail({ url: publicUrl, readsReplies: operator.readsReplies }, requestId);
  await outbox.post(db, request.requester_email, () => receipt);
}

/** Posts in address order, as the outbox requires for several recipients. */
async function tellModerators({ outbox, publicUrl }: Context, transaction: Connection): Promise<void> {
  const addresses = await moderatorAddresses(transaction);
  const key = (address: string) => address.toLowerCase();
  for (const to of addresses.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)))
    await outbox.post(transaction, to, () => noticeMail(publicUrl));
}

function explained({ retryAfterSeconds = DAY_SECONDS, challenge }: Failure): Failure {
  const wait = plural(Math.ceil(retryAfterSeconds / 3600), 'hour');
  return failure(
    'too-many',
    `We accept five takedown requests a day from one network. Please try again in ${wait}; what you have written stays here until you leave the page.`,
    challenge === undefined ? { retryAfterSeconds } : { retryAfterSeconds, challenge },
  );
}
