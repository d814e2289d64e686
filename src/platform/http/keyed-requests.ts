import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Call } from '#base/contract.ts';
import { failure, type Outcome, type Success } from '#base/failure.ts';
import type { Connection, Database } from '../database/database.ts';
import { deferCommit } from '../database/deferred-commit.ts';
import type { Context } from '../runtime/context.ts';

/** A request and its idempotency key (draft-ietf-httpapi-idempotency-key-header). */
interface KeyedRequest {
  /** The header's value as received. */
  key: string;
  call: Call;
  input: object;
  accountId: number | undefined;
  /** Identifies callers without an account. */
  network: string;
}

/** Carries the request out with the given database. */
type Run = (db: Database) => Promise<Outcome<unknown>>;

/** Carries a request out once; a repetition with the same key gets the first answer. */
export type DoOnce = (request: KeyedRequest, run: Run) => Promise<Outcome<unknown>>;

export const KEY_HEADER = 'idempotency-key';
export const KEY_LENGTH_MAXIMUM = 255;
const KEPT_HOURS = 24;
/** A request without an answer for this long belonged to a process that died, and another may take it over. */
const DEAD_AFTER_SECONDS = 60;
const PATIENCE_MILLISECONDS = 10_000;
const LOOK_AGAIN_MILLISECONDS = 200;

const messages = {
  form: `Idempotency-Key must be 1 to ${KEY_LENGTH_MAXIMUM} visible characters without spaces`,
  anotherRequest: 'This Idempotency-Key belongs to another request. Please use a new one.',
  underWay: 'This request is being carried out already. Please ask again in a moment.',
};

export function createDoOnce({ db, signer, log }: Pick<Context, 'db' | 'signer' | 'log'>): DoOnce {
  /** The requests of this process under way; repetitions that wait for one need not poll the database. */
  const underWay = new Map<string, Promise<unknown>>();

  /** Stores the answer in the transaction of the work itself, so that a crash leaves both or neither. */
  async function doIt(claimed: Claim, run: Run): Promise<Outcome<unknown>> {
    const transaction = deferCommit(db);
    let isNoted = false;
    try {
      const outcome = await run(transaction.db);
      await transaction.commit(async (connection) => {
        if (outcome.ok) await keepAnswer(connection, claimed, outcome);
      });
      isNoted = outcome.ok;
      return outcome;
    } catch (error) {
      if (!(error instanceof TakenOverError)) throw error;
      return failure('unavailable', messages.underWay, { retryAfterSeconds: 2 });
    } finally {
      await transaction.rollback();
      // A request that failed may be tried again with the same key.
      if (!isNoted)
        await forget(db, claimed).catch((error: unknown) =>
          log.warn({ err: error }, 'the key of a failed request is held for a while'),
        );
    }
  }

  return async (request, run) => {
    const key = keyOf(request.key);
    if (key === undefined) return failure('malformed', messages.form);
    const { call, input, accountId, network } = request;
    const owner = accountId === undefined ? `network ${network}` : `account ${accountId}`;
    const hash = signer.sign('idempotency key', `${owner} ${key}`);
    const fingerprint = signer.sign('idempotent request', `${call.name} ${JSON.stringify(input)}`);
    const name = hash.toString('base64');
    const giveUpAt = performance.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const claimed = await claim(db, { hash, account_id: accountId ?? null, fingerprint });
      if (claimed !== undefined) {
        const doing = doIt(claimed, run).finally(() => underWay.delete(name));
        underWay.set(name, doing);
        return doing;
      }
      const first = await find(db, hash);
      if (first !== undefined && !first.fingerprint.equals(fingerprint))
        return failure('invalid', messages.anotherRequest);
      if (first?.answer != null) return { ok: true, ...JSON.parse(first.answer) };
      if (performance.now() > giveUpAt)
        return failure('unavailable', messages.underWay, { retryAfterSeconds: 2 });
      await (underWay.get(name)?.catch(() => undefined) ?? sleep(LOOK_AGAIN_MILLISECONDS));
    }
  };
}

/** A string in the quotes of structured fields; most clients leave these out. */
function keyOf(header: string): string | undefined {
  const isQuoted = header.length > 1 && header.startsWith('"') && header.endsWith('"');
  const key = isQuoted ? header.slice(1, -1) : header;
  return key.length <= KEY_LENGTH_MAXIMUM && /^[!-~]+$/.test(key) ? key : undefined;
}

interface Claim {
  hash: Buffer;
  /** A text as PostgreSQL writes it, because a `Date` has no microseconds. */
  begunAt: string;
}

/** The request lasted so long that another one took its key over. None of its changes are stored. */
class TakenOverError extends Error {}

/** Claims the key, unless another request has it that is under way or was answered lately. */
async function claim(
  db: Database,
  row: { hash: Buffer; account_id: number | null; fingerprint: Buffer },
): Promise<Claim | undefined> {
  return db
    .insertInto('keyed_requests')
    .values(row)
    .onConflict((on) =>
      on
        .column('hash')
        .doUpdateSet({ fingerprint: row.fingerprint, answer: null, begun_at: sql<Date>`now()` })
        .where(
          sql<boolean>`keyed_requests.begun_at < now() - make_interval(hours => ${KEPT_HOURS})
            or (keyed_requests.answer is null
              and keyed_requests.begun_at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}))`,
        ),
    )
    .returning(['hash', sql<string>`begun_at::text`.as('begunAt')])
    .executeTakeFirst();
}

function find(db: Database, hash: Buffer) {
  return db
    .selectFrom('keyed_requests')
    .select(['fingerprint', 'answer'])
    .where('hash', '=', hash)
    .executeTakeFirst();
}

async function keepAnswer(
  connection: Connection,
  { hash, begunAt }: Claim,
  { data, message }: Success<unknown>,
): Promise<void> {
  const { numUpdatedRows } = await connection
    .updateTable('keyed_requests')
    .set({ answer: JSON.stringify({ data, message }) })
    .where('hash', '=', hash)
    .where('begun_at', '=', sql<Date>`${begunAt}::timestamptz`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new TakenOverError();
}

async function forget(db: Database, { hash, begunAt }: Claim): Promise<void> {
  await db
    .deleteFrom('keyed_requests')
    .where('hash', '=', hash)
    .where('begun_at', '=', sql<Date>`${begunAt}::timestamptz`)
    .where('answer', 'is', null)
    .execute();
}

/** Scheduled jobs for the keyed requests. */
export function keyedRequestJobs({ db }: Pick<Context, 'db'>): TaskList {
  return { 'forget-keyed-requests': () => forgetOld(db) };
}

export const keyedRequestsCrontab = '23 * * * * forget-keyed-requests';

async function forgetOld(db: Database): Promise<void> {
  await db
    .deleteFrom('keyed_requests')
    .where('begun_at', '<', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .execute();
}
