import '../server-only.ts';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

interface FunctionFile {
  name: string;
  text: string;
  checksum: string;
}

/** The files of db/functions, in the order in which they are applied. */
function functionFiles(folder: string): FunctionFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/** The functions, aggregates and triggers that a file creates; their names are unique in the whole schema. */
export function namesDefinedIn(text: string): string[] {
  return [
    ...text.matchAll(/^create (?:or replace )?(?:function|aggregate|(?:constraint )?trigger) (\w+)/gm),
  ].map((match) => match[1] ?? '');
}

/**
 * Applies the files that are new or changed since the last start and drops objects that no file defines any more, in
 * one transaction. Returns the names of the files applied. Waits for locks as long as the connection's lock_timeout
 * allows.
 */
export async function applyFunctions(client: pg.Client, folder: string): Promise<string[]> {
  const files = functionFiles(folder);
  if (isSame(files, await appliedChecksums(client))) return [];
  await client.query('begin');
  try {
    // Processes that start together take turns; the second finds nothing left to do.
    await client.query('lock table public.function_files in exclusive mode');
    const applied = await appliedChecksums(client);
    const outdated = files.filter(({ name, checksum }) => applied.get(name) !== checksum);
    for (const { text } of outdated) await client.query(text);
    if (!isSame(files, applied)) await dropUndefined(client, files, outdated);
    await client.query('delete from public.function_files where name <> all ($1)', [
      files.map(({ name }) => name),
    ]);
    await client.query(
      `insert into public.function_files (name, checksum) select * from unnest($1::text[], $2::text[])
        on conflict (name) do update set checksum = excluded.checksum`,
      [outdated.map(({ name }) => name), outdated.map(({ checksum }) => checksum)],
    );
    await client.query('commit');
    return outdated.map(({ name }) => name);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.function_files',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function isSame(files: FunctionFile[], applied: Map<string, string>): boolean {
  return files.length === applied.size && files.every(({ name, checksum }) => applied.get(name) === checksum);
}

/**
 * Drops functions and triggers that no file names, and older signatures of functions that a file has just replaced,
 * which are those that this transaction did not write.
 */
async function dropUndefined(
  client: pg.Client,
  files: FunctionFile[],
  applied: FunctionFile[],
): Promise<void> {
  const defined = files.flatMap(({ text }) => namesDefinedIn(text));
  const replaced = applied.flatMap(({ text }) => namesDefinedIn(text));
  const { rows } = await client.query<{ statement: string }>(
    `select statement from (
      select 1 as step, format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace and tgname <> all ($1)
      union all
      select case prokind when 'a' then 2 else 3 end, format('drop routine %s', pg_proc.oid::regprocedure)
      from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
        and (proname <> all ($1)
          or (proname = any ($2) and pg_proc.xmin::text <> pg_current_xact_id()::xid::text))
    ) as undefined order by step`,
    [defined, replaced],
  );
  for (const { statement } of rows) await client.query(statement);
}
