import '../server-only.ts';
import { type SqlBool, sql } from 'kysely';

/** Now by the database's clock, which all machines of a site share. Moves on within a transaction, unlike `now()`. */
export const clockTime = sql<Date>`clock_timestamp()`;

/**
 * Whether a time lies further ahead than it can on a clock that is right. It was noted while the clock was ahead, and the
 * clock was set back since: whatever waits for that time would wait as long as the clock was wrong.
 */
export function isTooFarAhead(column: string, maxSecondsAhead: number) {
  return sql<SqlBool>`${sql.ref(column)} > clock_timestamp() + make_interval(secs => ${maxSecondsAhead})`;
}
