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
interface IdempotentRequest {
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
export type RunOnce = (request: IdempotentRequest, run: Run) => Promise<Outcome<unknown>>;

export const KEY_HEADER = 'idempotency-key';
export const MAX_KEY_CHARACTERS = 255;
const RETENTION_HOURS = 24;
/** A request without an answer for this long belonged to a process that died, and another may take it over. */
const CLAIM_EXPIRY_SECONDS = 60;
const MAX_WAIT_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 200;

const messages = {
  malformedKey: `Idempotency-Key must be 1 to ${MAX_KEY_CHARACTERS} visible characters without spaces`,
  keyInUse: 'This Idempotency-Key belongs to another request. Please use a new one.',
  inProgress: 'This request is already being processed. Please ask again in a moment.',
};

export function createRunOnce({ db, signer, log }: Pick<Context, 'db' | 'signer' | 'log'>): RunOnce {
  /** The requests of this process under way; repetitions that wait for one need not poll the database. */
  const inProgress = new Map<string, Promise<unknown>>();

  /** Stores the answer in the transaction of the work itself, so that a crash leaves both or neither. */
  async function execute(claim: Claim, run: Run): Promise<Outcome<unknown>> {
    const transaction = deferCommit(db);
    let isAnswerStored = false;
    try {
      const outcome = await run(transaction.db);
      await transaction.commit(async (connection) => {
        if (outcome.ok) await storeAnswer(connection, claim, outcome);
      });
      isAnswerStored = outcome.ok;
      return outcome;
    } catch (error) {
      if (!(error instanceof TakenOverError)) throw error;
      return failure('unavailable', messages.inProgress, { retryAfterSeconds: 2 });
    } finally {
      await transaction.rollback();
      // A request that failed may be tried again with the same key.
      if (!isAnswerStored)
        await releaseKey(db, claim).catch((error: unknown) =>
          log.warn({ err: error }, 'the key of a failed request is held for a while'),
        );
    }
  }

  return async (request, run) => {
    const key = keyOf(request.key);
    if (key === undefined) return failure('malformed', messages.malformedKey);
    const { call, input, accountId, network } = request;
    const owner = accountId === undefined ? `network ${network}` : `account ${accountId}`;
    const hash = signer.sign('idempotency key', `${owner} ${key}`);
    const fingerprint = signer.sign('idempotent request', `${call.name} ${await textOf(input)}`);
    const name = hash.toString('base64');
    const giveUpAt = performance.now() + MAX_WAIT_MILLISECONDS;
    for (;;) {
      const claimedKey = await claimKey(db, { hash, account_id: accountId ?? null, fingerprint });
      if (claimedKey !== undefined) {
        const execution = execute(claimedKey, run).finally(() => inProgress.delete(name));
        inProgress.set(name, execution);
        return execution;
      }
      const existing = await findRequest(db, hash);
      if (existing !== undefined && !existing.fingerprint.equals(fingerprint))
        return failure('invalid', messages.keyInUse);
      if (existing?.answer != null) return { ok: true, ...JSON.parse(existing.answer) };
      if (performance.now() > giveUpAt)
        return failure('unavailable', messages.inProgress, { retryAfterSeconds: 2 });
      await (inProgress.get(name)?.catch(() => undefined) ?? sleep(POLL_MILLISECONDS));
    }
  };
}

/** The input as JSON, which has nothing of a file: each counts by its name and the hash of its content. */
async function textOf(input: object): Promise<string> {
  const files = Object.values(input)
    .flat()
    .filter((value) => value instanceof File);
  const hashes = await Promise.all(
    files.map(async (file) => {
      const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
      return [file.name, Buffer.from(hash).toString('base64')];
    }),
  );
  return JSON.stringify(input) + (hashes.length === 0 ? '' : JSON.stringify(hashes));
}

/** A string in the quotes of structured fields; most clients leave these out. */
function keyOf(header: string): string | undefined {
  const isQuoted = header.length > 1 && header.startsWith('"') && header.endsWith('"');
  const key = isQuoted ? header.slice(1, -1) : header;
  return key.length <= MAX_KEY_CHARACTERS && /^[!-~]+$/.test(key) ? key : undefined;
}

interface Claim {
  hash: Buffer;
  /** A text as PostgreSQL writes it, because a `Date` has no microseconds. */
  startedAt: string;
}

/** The request lasted so long that another one took its key over. None of its changes are stored. */
class TakenOverError extends Error {}

/** Claims the key, unless another request has it that is under way or was answered lately. */
async function claimKey(
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
          sql<boolean>`keyed_requests.begun_at < now() - make_interval(hours => ${RETENTION_HOURS})
            or (keyed_requests.answer is null
              and keyed_requests.begun_at < now() - make_interval(secs => ${CLAIM_EXPIRY_SECONDS}))`,
        ),
    )
    .returning(['hash', sql<string>`begun_at::text`.as('startedAt')])
    .executeTakeFirst();
}

function findRequest(db: Database, hash: Buffer) {
  return db
    .selectFrom('keyed_requests')
    .select(['fingerprint', 'answer'])
    .where('hash', '=', hash)
    .executeTakeFirst();
}

async function storeAnswer(
  connection: Connection,
  { hash, startedAt }: Claim,
  { data, message }: Success<unknown>,
): Promise<void> {
  const { numUpdatedRows } = await connection
    .updateTable('keyed_requests')
    .set({ answer: JSON.stringify({ data, message }) })
    .where('hash', '=', hash)
    .where('begun_at', '=', sql<Date>`${startedAt}::timestamptz`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new TakenOverError();
}

async function releaseKey(db: Database, { hash, startedAt }: Claim): Promise<void> {
  await db
    .deleteFrom('keyed_requests')
    .where('hash', '=', hash)
    .where('begun_at', '=', sql<Date>`${startedAt}::timestamptz`)
    .where('answer', 'is', null)
    .execute();
}

/** Scheduled jobs for the idempotent requests. */
export function idempotentRequestJobs({ db }: Pick<Context, 'db'>): TaskList {
  return { 'forget-keyed-requests': () => deleteExpired(db) };
}

export const idempotentRequestsCrontab = '23 * * * * forget-keyed-requests';

async function deleteExpired(db: Database): Promise<void> {
  await db
    .deleteFrom('keyed_requests')
    .where('begun_at', '<', sql<Date>`now() - make_interval(hours => ${RETENTION_HOURS})`)
    .execute();
}
