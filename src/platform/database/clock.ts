import '../server-only.ts';
import { type SqlBool, sql } from 'kysely';

/**
 * The current time by the database's clock, which all machines of a site share. Advances within a transaction, unlike
 * `now()`.
 */
export const clockTime = sql<Date>`clock_timestamp()`;

/**
 * Whether a time lies further ahead than a correct clock allows. Such a time was stored while the clock was ahead, and
 * the clock was set back since; a job that waits for it would wait as long as the clock was wrong.
 */
export function isTooFarAhead(column: string, maxSecondsAhead: number) {
  return sql<SqlBool>`${sql.ref(column)} > clock_timestamp() + make_interval(secs => ${maxSecondsAhead})`;
}
