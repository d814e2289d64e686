import '../server-only.ts';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../runtime/log.ts';
import { codeOf } from '../runtime/start-error.ts';
import { createDatabaseWatchdog } from './database-watchdog.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** The pool or an open transaction; every store function takes one. */
export type Connection = Kysely<Tables> | Transaction<Tables>;
/** For functions that lock or write several rows: with the pool, each statement would release its locks. */
export type OpenTransaction = Transaction<Tables>;

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** PostgreSQL's numbers of the types that need another parser than pg's own. */
const oids = { bigint: 20, bigintArray: 1016, date: 1082 };
const parseBigintArray: (text: string) => string[] = pg.types.getTypeParser(oids.bigintArray);

/** The generated types of the tables rely on these. */
const parsers: Record<number, ((text: string) => unknown) | undefined> = {
  // Ids and counters here stay far below 2^53.
  [oids.bigint]: Number,
  [oids.bigintArray]: (text) => parseBigintArray(text).map(Number),
  // pg reads a date as midnight in the server's time zone, which may be another day in UTC.
  [oids.date]: String,
};

const types: pg.CustomTypesConfig = {
  // pg's declaration of getTypeParser is an overload that no plain function satisfies.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** How long a request's work in the database may take, in milliseconds. */
export const SESSION_TIMEOUTS = {
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
};

/**
 * Opens the pool. Everything has a time-out: `pg` would wait for ever for a connection, and one statement or forgotten
 * transaction could block a row for all the others.
 */
export function openDatabase(options: {
  connectionString: string;
  log: Log;
  size?: number | undefined;
  connectionTimeoutMillis?: number;
  /** Through PgBouncer, which refuses time-outs set by a connection; the role has them instead (pooler-timeouts.ts). */
  isPooled?: boolean;
  /** Those of a request, unless something else is given. */
  timeouts?: typeof SESSION_TIMEOUTS;
}): OpenDatabase {
  const watchdog = createDatabaseWatchdog(options.connectionString, options.log);
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    onConnect: watchdog.onConnect,
    max: options.size ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMillis ?? 3_000,
    idleTimeoutMillis: 30_000,
    ...(options.isPooled ? {} : (options.timeouts ?? SESSION_TIMEOUTS)),
    application_name: 'nightstand',
    types,
  });
  // A broken connection without a listener would end the process. Idle connections emit their errors on the pool,
  // connections inside a transaction on themselves. Errors of an ending pool are expected, because the database may
  // stop at the same moment.
  const onBroken = (error: Error) => {
    if (!pool.ending) options.log.warn({ err: error }, 'a database connection broke');
  };
  pool.on('error', onBroken);
  pool.on('connect', (client) => client.on('error', onBroken));
  watchdog.watch(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // db.destroy() would not end a pool that Kysely has not used yet.
  const close = () => pool.end();
  return { db, pool, close };
}

/** Codes of the system, where the database or the way to it is gone, and PostgreSQL's that belong to no class below. */
const UNAVAILABLE_CODES = new Set([
  'EAGAIN', // the socket's queue is full
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '25006', // read-only, such as a standby that has not taken over yet
  '25P03', // idle-in-transaction time-out
  '25P04', // transaction time-out
  '55P03', // lock time-out
  '57014', // statement time-out
]);

/**
 * Lost connections, PgBouncer's refusals among them; transactions that gave way to another; full disks, memory and lists
 * of connections; an operator's intervention. A later try can succeed.
 */
const UNAVAILABLE_CLASSES = /^(?:08...|40...|53...|57P..)$/;

// pg throws these without a code.
const UNAVAILABLE_MESSAGES = [
  'timeout exceeded when trying to connect',
  // The first question on a new connection has a time limit, see createDatabaseWatchdog.
  'Query read timeout',
  'Connection terminated',
  // Kysely fails like this when it rolls back a transaction whose connection broke.
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];

/** Whether an exception means that a row refers to a row that does not exist (any more). */
export function isBrokenReference(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503';
}

/** Whether an exception means that a value that must be unique already exists. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/** Whether an exception means that a row breaks a rule of the database: class 23, or a text too long for its column. */
export function isConstraintViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:23...|22001)$/.test(error.code ?? '');
}

/** Whether an exception means that the database is unavailable for the moment, so that the answer is 503, not 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? '';
  if (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return UNAVAILABLE_MESSAGES.some((prefix) => error.message.startsWith(prefix));
}
