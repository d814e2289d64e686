import '../server-only.ts';
import type pg from 'pg';

/** A table in a backup: its columns in their order, without generated ones. */
export interface TableShape {
  name: string;
  columns: { name: string; type: string }[];
}

interface OrderedTable extends TableShape {
  order: string[];
}

/** A group of rows: one line each, a JSON array of the columns' texts. */
export interface RowGroup {
  lines: string;
  rows: number;
}

// Under these settings every type prints a text that reads back to the same value, on any PostgreSQL.
const EXACT_TEXTS = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  'set local extra_float_digits = 3',
  "set local bytea_output = 'hex'",
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  "set local search_path = 'public'",
];

/** Must be called first in the transaction that reads or writes rows. */
export async function setExactTexts(client: pg.Client): Promise<void> {
  for (const statement of EXACT_TEXTS) await client.query(statement);
}

/**
 * The site's tables, each with the order of its rows. Left out are the list of migrations, which is compared and not
 * copied, and unlogged tables, whose contents do not survive a crash anyway.
 */
export async function findBackupTables(client: pg.Client): Promise<OrderedTable[]> {
  const { rows } = await client.query<OrderedTable & { keys: string[] }>(`
    select c.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(quote_ident(a.attname)
          || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.n)
        from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as order
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> 'migrations'
    order by c.relname collate "C"`);
  return rows;
}

const CURSOR = 'nightstand_rows';
const GROUP_BYTES = 1024 * 1024;
const MAX_ROWS = 500;

/**
 * All rows of a table in the order of its primary key. A cursor keeps about a megabyte in memory at a time, however
 * large the table is.
 */
export async function* rowsOf(client: pg.Client, table: OrderedTable): AsyncGenerator<RowGroup> {
  const texts = table.columns.map(({ name }) => `${quoteIdentifier(name)}::text`);
  const order = table.order.length > 0 ? table.order : texts.map((text) => `${text} collate "C"`);
  await client.query(
    `declare ${CURSOR} no scroll cursor for
      select json_build_array(${texts.join(', ')})::text from ${quoteIdentifier(table.name)} order by ${order.join(', ')}`,
  );
  for (let size = 20; ; ) {
    const { rows } = await client.query<[string]>({
      text: `fetch forward ${size} from ${CURSOR}`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    const lines = `${rows.map(([line]) => line).join('\n')}\n`;
    yield { lines, rows: rows.length };
    size = Math.max(1, Math.min(MAX_ROWS, Math.round((GROUP_BYTES * rows.length) / lines.length)));
  }
  await client.query(`close ${CURSOR}`);
}

/** Inserts lines from `rowsOf` into their table. */
export async function insertRows(client: pg.Client, table: TableShape, lines: string[]): Promise<void> {
  const names = table.columns.map(({ name }) => quoteIdentifier(name));
  const values = table.columns.map(({ type }, index) => `(line ->> ${index})::${type}`);
  await client.query(
    `insert into ${quoteIdentifier(table.name)} (${names.join(', ')}) overriding system value
      select ${values.join(', ')} from json_array_elements($1::json) as line`,
    [`[${lines.join(',')}]`],
  );
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
