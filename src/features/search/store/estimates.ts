import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';

/** What a query is looked for in. */
type Place = { [Table in keyof Tables]: { table: Table; column: keyof Tables[Table] } }[keyof Tables];

const places = {
  title: { table: 'search_stories', column: 'title' },
  head: { table: 'search_stories', column: 'head' },
  text: { table: 'search_chapters', column: 'words' },
  name: { table: 'search_authors', column: 'names' },
  author: { table: 'search_authors', column: 'words' },
} satisfies Record<string, Place>;
export type LookedIn = keyof typeof places;

/** How much a query matches, as the planner takes it. */
export interface Estimate {
  rows: number;
  /** Of all there are, from 0 to 1. */
  share: number;
}

/** How much the index of words may gather at all, and how much of what there is: both cost time before the first is given. */
export interface Gathering {
  rows: number;
  share: number;
}

/** What fewer have is hardly met by looking at one after the other, and has to be gathered. */
const WORTH_LOOKING = 0.01;

/** So few of what was taken to be common, and the estimate was wrong: words that are common each need not be so together. */
export const HARDLY_ANY = 3;

/** Whether more has it than the index of words is asked for, and it is quicker met by looking at one after the other. */
export function isCommon({ rows, share }: Estimate, wanted: number, gathered: Gathering): boolean {
  return rows > wanted && (share > gathered.share || (rows > gathered.rows && share > WORTH_LOOKING));
}

/** Of what nobody has asked for. */
export const notEstimated: Estimate = { rows: 0, share: 0 };

interface Plan {
  'Plan Rows': number;
  Plans?: Plan[];
}

/**
 * How common each query is where it is looked for, by the planner's statistics of the commonest words: nothing is looked
 * through. Of a rare word it tells only that it is not a common one.
 */
export async function estimates(
  connection: Connection,
  asked: readonly { query: string; where: LookedIn }[],
): Promise<Estimate[]> {
  if (asked.length === 0) return [];
  const matching = asked.map(({ query, where }) => {
    const { table, column } = places[where];
    return sql`select from ${sql.table(table)} where ${sql.ref(column)} @@ ${query}::tsquery`;
  });
  const tables = [...new Set(asked.map(({ where }) => places[where].table))];
  const all = tables.map((table) => sql`select from ${sql.table(table)}`);
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (format json) ${sql.join([...matching, ...all], sql` union all `)}`.execute(connection);
  const plans = rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? [];
  const rowsOf = (at: number) => plans[at]?.['Plan Rows'] ?? 0;
  return asked.map(({ where }, at) => {
    const whole = rowsOf(asked.length + tables.indexOf(places[where].table));
    return { rows: rowsOf(at), share: rowsOf(at) / Math.max(1, whole) };
  });
}
