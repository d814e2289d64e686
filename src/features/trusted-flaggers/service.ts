import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { logActorOf } from '#features/moderation/service/actor.ts';
import { insertLogEntry } from '#features/moderation/service/log.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type addTrustedFlagger,
  flaggerMessages,
  type listTrustedFlaggers,
  type revokeTrustedFlagger,
} from './contract.ts';
import { readFlagger } from './rules.ts';
import { findFlaggers, holdAccount, insertFlagger, setRevoked } from './store.ts';

export async function readFlaggers({ db }: Context): Promise<Outcome<DataOf<typeof listTrustedFlaggers>>> {
  const rows = await findFlaggers(db);
  return success({
    flaggers: rows.map((row) => ({
      ...row,
      added_at: row.added_at.toISOString(),
      revoked_at: row.revoked_at?.toISOString() ?? null,
    })),
  });
}

export async function trust(
  { db }: Context,
  { organisation, who, until, note }: ParsedInputOf<typeof addTrustedFlagger>,
  { account }: CallerOf<typeof addTrustedFlagger>,
): Promise<Outcome<DataOf<typeof addTrustedFlagger>>> {
  const flagger = readFlagger(who);
  if (flagger === undefined) return invalidField('who', flaggerMessages.whoForm);
  if (until < new Date().toISOString().slice(0, 10)) return invalidField('until', flaggerMessages.untilPast);
  return db.transaction().execute(async (transaction) => {
    const accountId = 'username' in flagger ? await holdAccount(transaction, flagger.username) : null;
    if (accountId === undefined) return invalidField('who', flaggerMessages.noAccount);
    const id = await insertFlagger(transaction, {
      ...{ organisation, account_id: accountId, until },
      address: 'address' in flagger ? flagger.address : null,
    });
    // A role in the log, which is for good, so it names the organisation and no address.
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      action: 'role',
      note: `Trusted flagger ${id}, ${organisation}, until ${until}. ${note}`,
    });
    return success({ id }, flaggerMessages.added);
  });
}

export async function revokeTrust(
  { db }: Context,
  { id }: ParsedInputOf<typeof revokeTrustedFlagger>,
  { account }: CallerOf<typeof revokeTrustedFlagger>,
): Promise<Outcome<DataOf<typeof revokeTrustedFlagger>>> {
  return db.transaction().execute(async (transaction) => {
    const revoked = await setRevoked(transaction, id);
    if (revoked === undefined) return failure('not-found', flaggerMessages.notFound);
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      action: 'role',
      note: `No longer a trusted flagger: ${id}, ${revoked.organisation}.`,
    });
    return success({}, flaggerMessages.revoked);
  });
}
