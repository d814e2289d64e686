import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type NoData, type Outcome, success } from '#base/failure.ts';
import type { Context } from '#platform/runtime/context.ts';
import { mailKeyIn, mailKeyToken } from '#platform/security/mail-key.ts';
import type { Signer } from '#platform/security/secret.ts';
import { urls } from '#urls.ts';
import { inboxMessages, type stopInboxMails } from '../contract.ts';
import { stopMailsOf } from '../store/settings.ts';

const PURPOSE = 'inbox mail';

/** The token in a mail that stops the mails about an inbox. */
export function mailToken(signer: Signer, mailKey: string): string {
  return mailKeyToken(signer, PURPOSE, mailKey);
}

/** Stops mails by a link in one of them. It works again when they are stopped, and when the account is gone. */
export async function stopMailsByLink(
  { db, outbox, publicUrl, signer }: Pick<Context, 'db' | 'outbox' | 'publicUrl' | 'signer'>,
  { token }: Pick<ParsedInputOf<typeof stopInboxMails>, 'token'>,
): Promise<Outcome<NoData>> {
  const mailKey = mailKeyIn(signer, PURPOSE, token);
  if (mailKey === undefined) return failure('gone', inboxMessages.linkUnknown);
  await stopMailsOf(db, mailKey);
  await outbox.withdraw(db, publicUrl + urls.stopInboxMails(token));
  return success({}, inboxMessages.mailsStopped);
}
