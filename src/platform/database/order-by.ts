import '../server-only.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

type Direction = '' | ' desc' | ' desc nulls last';

/** One column of an ORDER BY, as in SQL. Columns that the table lacks do not compile. */
export type OrderTerm<Table extends keyof Tables> = `${keyof Tables[Table] & string}${Direction}`;

/** The ORDER BY list as SQL. The terms are constants of the code, so they need no quoting. */
export function orderBy<Table extends keyof Tables>(...terms: OrderTerm<Table>[]): RawBuilder<unknown> {
  return sql.raw(terms.join(', '));
}
