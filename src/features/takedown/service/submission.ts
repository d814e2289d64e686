import { createHash } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { DAY_SECONDS } from '#base/durations.ts';
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import { moderatorAddresses } from '#features/accounts/service/moderators.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type submitTakedown, takedownMessages } from '../contract.ts';
import { moderatorNoticeMail, receiptMail } from '../mail/takedown-mails.ts';
import { CURRENT_DECLARATION, declarationText } from '../rules.ts';
import { findOpenDuplicate, findRequest, findStoryNames, insertRequest, insertStep } from '../store.ts';
import { findStoryByAddress } from './find-story-by-address.ts';

type Input = ParsedInputOf<typeof submitTakedown>;
type Data = DataOf<typeof submitTakedown>;

/** Stores a request with the signed words and notifies the people concerned: everything or nothing. */
export async function submitRequest(
  context: Context,
  input: Input,
  caller: Caller<undefined>,
): Promise<Outcome<Data>> {
  const { db, strangerQuota } = context;
  const { electronic_signature: _, declaration_version = CURRENT_DECLARATION, ...fields } = input;
  const request = {
    ...fields,
    declaration_version,
    declaration_text: declarationText(declaration_version),
  };
  const fingerprint = fingerprintOf(request);
  const open = await findOpenDuplicate(db, fingerprint);
  if (open !== undefined) return submittedOutcome(open);
  const admitted = await strangerQuota.take('takedown', caller);
  if (!admitted.ok) return quotaFailure(admitted);
  const id = await db.transaction().execute(async (transaction) => {
    const created = await insertRequest(transaction, {
      ...request,
      ...(await findReportedStory(context, transaction, input.content_url)),
      fingerprint,
    });
    if (created === undefined) return undefined;
    await insertStep(transaction, { requestId: created, step: 'received' });
    // Anybody can enter any address: beyond the site's hourly total the receipt waits. Moderators are notified at once.
    await admitted.data.enqueue(transaction, 'mail-takedown-receipt', { requestId: created });
    await notifyModerators(context, transaction);
    return created;
  });
  // An identical request sent at the same time was first.
  const first = id ?? (await findOpenDuplicate(db, fingerprint));
  return first === undefined
    ? failure('unavailable', takedownMessages.failed, { retryAfterSeconds: 1 })
    : submittedOutcome(first);
}

function submittedOutcome(id: number) {
  return success({ id }, takedownMessages.submitted);
}

/** Equal texts from the same address make equal requests. */
function fingerprintOf(request: Record<string, string>): Buffer {
  const parts = Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

async function findReportedStory({ publicUrl }: Context, connection: Connection, address: string) {
  const storyId = await findStoryByAddress(connection, publicUrl, address);
  const storyNames = storyId === undefined ? undefined : await findStoryNames(connection, storyId);
  return storyNames === undefined || storyId === undefined
    ? { story_id: null, story_title: null, story_author: null }
    : { story_id: storyId, ...storyNames };
}

export async function mailReceipt(
  { db, outbox, publicUrl, operator }: Context,
  requestId: number,
): Promise<void> {
  const request = await findRequest(db, requestId);
  if (request === undefined) return;
  const receipt = receiptMail({ url: publicUrl, readsReplies: operator.readsReplies }, requestId);
  await outbox.post(db, request.requester_email, () => receipt);
}

/** Posts in address order, as the outbox requires for several recipients. */
async function notifyModerators({ outbox, publicUrl }: Context, transaction: OpenTransaction): Promise<void> {
  const addresses = await moderatorAddresses(transaction);
  const sortKey = (address: string) => address.toLowerCase();
  for (const to of addresses.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)))
    await outbox.post(transaction, to, () => moderatorNoticeMail(publicUrl));
}

function quotaFailure({ retryAfterSeconds = DAY_SECONDS, challenge }: Failure): Failure {
  const wait = plural(Math.ceil(retryAfterSeconds / 3600), 'hour');
  return failure(
    'too-many',
    `We accept five takedown requests a day from one network. Please try again in ${wait}; what you have written stays here until you leave the page.`,
    challenge === undefined ? { retryAfterSeconds } : { retryAfterSeconds, challenge },
  );
}
