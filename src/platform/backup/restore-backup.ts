import '../server-only.ts';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { knownMigrations, migrate } from '../database/migrations.ts';
import { prepareJobs } from '../jobs/jobs.ts';
import type { Log } from '../runtime/log.ts';
import { StartError } from '../runtime/start-error.ts';
import { type BackupManifest, type CheckedBackup, JOBS_PART, readBackup } from './backup-file.ts';
import { restoreJobs } from './job-rows.ts';
import {
  findBackupTables,
  insertRows,
  quoteIdentifier,
  rowsOf,
  setExactTexts,
  type TableShape,
} from './table-rows.ts';

export interface RestoreProgress {
  step: 'checking the file' | 'loading' | 'comparing';
  /** From 0 to 1. */
  share: number;
}

/**
 * The number of migrations that the backup has. An older backup is loaded at its level; the later migrations follow.
 */
function migrationCountOf({ header }: CheckedBackup): number {
  const releaseMigrations = knownMigrations();
  const migrationCount = header.migrations.length;
  if (migrationCount === 0 || header.migrations.some((name, index) => releaseMigrations[index] !== name)) {
    throw new StartError(
      `The backup was made by Nightstand ${header.release} and holds data that this release does not know (${header.migrations.at(-1)}): restore it with that release or a newer one`,
    );
  }
  return migrationCount;
}

/**
 * Restores a backup into an empty database. Checks first that the file is complete and of a known kind, then loads all
 * of it in one transaction, reads it back and compares. Either everything is restored or nothing.
 */
export async function restoreBackup(
  { connectionString, file, log }: { connectionString: string; file: string; log: Log },
  progress: (progress: RestoreProgress) => void = () => {},
): Promise<BackupManifest> {
  const backup = await readBackup(file, {
    progress: (share) => progress({ step: 'checking the file', share }),
  });
  const migrationCount = migrationCountOf(backup);
  const client = new pg.Client({ connectionString, application_name: 'nightstand-restore' });
  // A broken connection without a listener would end the process with a stack; the query under way reports it anyway.
  client.on('error', () => {});
  await client.connect();
  try {
    await refuseUnlessEmpty(client);
    await migrate(connectionString, log, { count: migrationCount });
    await prepareJobs(connectionString, log);
    await client.query('begin');
    await setExactTexts(client);
    // A site that is started now waits here until the restore is complete.
    await client.query('lock table migrations in access exclusive mode');
    await load(client, file, backup, progress);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await migrate(connectionString, log);
  return backup.manifest;
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    -- A table tells an operator more than a sequence does.
    order by c.relkind = 'S', 1
    limit 1`);
  const [existing] = rows;
  if (existing !== undefined) {
    throw new StartError(
      `The database is not empty (it holds ${existing.name}): restore into a new one. For the site's own database that is an empty DATA_DIR, for one of yours a new "create database"`,
    );
  }
}

async function load(
  client: pg.Client,
  file: string,
  backup: CheckedBackup,
  progress: (progress: RestoreProgress) => void,
): Promise<void> {
  const tables = await findBackupTables(client);
  const names = tables.map(({ name }) => quoteIdentifier(name)).join(', ');
  // Drops foreign keys and disables triggers: rows come in the order of the tables' names and already hold the
  // triggers' effects. References are checked at the end, all at once.
  const references = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { table, name } of references.rows)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables)
    await client.query(`alter table ${quoteIdentifier(name)} disable trigger user`);
  await client.query(`truncate ${names}`);
  let current: TableShape | undefined;
  await readBackup(file, {
    progress: (share) => progress({ step: 'loading', share }),
    reader: {
      begin: (part) => {
        current = part.name === JOBS_PART ? undefined : findTable(tables, part);
      },
      rows: (lines) =>
        current === undefined ? restoreJobs(client, lines) : insertRows(client, current, lines),
      end: () => {},
    },
  });
  for (const { name, last, is_called } of backup.manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoteIdentifier(name),
      last,
      is_called,
    ]);
  for (const { name } of tables)
    await client.query(`alter table ${quoteIdentifier(name)} enable trigger user`);
  for (const { table, name, definition } of references.rows)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  await compareRows(client, backup.manifest, progress);
}

/** Fails unless the backup's table has the names and types of the migrated one. */
function findTable(tables: TableShape[], part: { name: string; columns: TableShape['columns'] }): TableShape {
  const table = tables.find(({ name }) => name === part.name);
  if (table === undefined || JSON.stringify(table.columns) !== JSON.stringify(part.columns)) {
    throw new StartError(`The backup's table ${part.name} does not match the one of this release`);
  }
  return table;
}

/** Fails unless the restored rows equal the backed-up ones. */
async function compareRows(
  client: pg.Client,
  { manifest }: BackupManifest,
  progress: (progress: RestoreProgress) => void,
): Promise<void> {
  const tables = await findBackupTables(client);
  const total = manifest.reduce((sum, { rows }) => sum + rows, 0);
  let compared = 0;
  for (const table of tables) {
    const hash = createHash('sha256');
    for await (const { lines, rows } of rowsOf(client, table)) {
      hash.update(lines);
      compared += rows;
      progress({ step: 'comparing', share: compared / total });
    }
    const expected = manifest.find(({ part }) => part === table.name);
    if (expected?.sha256 !== hash.digest('hex')) {
      throw new Error(`after loading, ${table.name} is not what was backed up; nothing was kept`);
    }
  }
}
