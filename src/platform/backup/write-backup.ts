import '../server-only.ts';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { StartError } from '../runtime/start-error.ts';
import { version } from '../runtime/version.ts';
import { type BackupHeader, type BackupManifest, FORMAT, JOBS_PART } from './backup-file.ts';
import { pendingJobs } from './job-rows.ts';
import { findBackupTables, type RowGroup, rowsOf, setExactTexts } from './table-rows.ts';

export interface BackupProgress {
  part: string;
  number: number;
  parts: number;
  rows: number;
}

// This faster level makes backups a tenth larger in half the time.
const COMPRESSION_LEVEL = 4;

/**
 * Writes the database's state at one moment into one file, while others continue to write: one transaction with one
 * snapshot reads everything. The file gets its name when it is complete and synced to the disk.
 */
export async function writeBackup(
  connectionString: string,
  file: string,
  progress: (progress: BackupProgress) => void = () => {},
  signal?: AbortSignal,
): Promise<BackupManifest> {
  if (await exists(file)) throw new StartError(`${file} already exists; a backup overwrites nothing`);
  const folder = dirname(file);
  if (!(await exists(folder)))
    throw new StartError(`No backup was made: the folder ${folder} does not exist; make it first`);
  const client = new pg.Client({ connectionString, application_name: 'nightstand-backup' });
  // Of its own, so that two backups to one name never write into one file.
  const unfinished = `${file}.${process.pid}.unfinished`;
  const written: { manifest?: BackupManifest } = {};
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await setExactTexts(client);
    const lines = backupLines(client, progress, (manifest) => {
      written.manifest = manifest;
    });
    const target = createWriteStream(unfinished, { flags: 'w', mode: 0o600, flush: true });
    await pipeline(Readable.from(lines), createGzip({ level: COMPRESSION_LEVEL }), target, {
      ...(signal && { signal }),
    });
    await rename(unfinished, file);
    await syncFolder(folder);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
  if (written.manifest === undefined) throw new Error('the backup ended without a manifest');
  return written.manifest;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function* backupLines(
  client: pg.Client,
  progress: (progress: BackupProgress) => void,
  onManifest: (manifest: BackupManifest) => void,
): AsyncGenerator<string> {
  const tables = await findBackupTables(client);
  yield `${JSON.stringify(await headerOf(client))}\n`;
  const parts: { name: string; columns?: object; rows: AsyncIterable<RowGroup> }[] = [
    ...tables.map((table) => ({
      name: table.name,
      columns: table.columns,
      rows: rowsOf(client, table),
    })),
    { name: JOBS_PART, rows: pendingJobs(client) },
  ];
  const manifest: BackupManifest = { manifest: [], sequences: [] };
  for (const [index, part] of parts.entries()) {
    const hash = createHash('sha256');
    const currentProgress = { part: part.name, number: index + 1, parts: parts.length, rows: 0 };
    yield `${JSON.stringify({ part: part.name, columns: part.columns })}\n`;
    progress(currentProgress);
    for await (const { lines, rows } of part.rows) {
      hash.update(lines);
      currentProgress.rows += rows;
      progress(currentProgress);
      yield lines;
    }
    manifest.manifest.push({ part: part.name, rows: currentProgress.rows, sha256: hash.digest('hex') });
  }
  // Sequences ignore the snapshot; read last, they are ahead of every row above.
  manifest.sequences = await sequencesOf(client);
  onManifest(manifest);
  yield `${JSON.stringify(manifest)}\n`;
}

async function headerOf(client: pg.Client): Promise<BackupHeader> {
  const migrationsTable = await client.query<{ found: boolean }>(
    "select to_regclass('public.migrations') is not null as found",
  );
  if (!migrationsTable.rows[0]?.found)
    throw new StartError('There is no Nightstand in this database: nothing to back up');
  const migrations = await client.query<{ name: string }>('select name from migrations order by id');
  const metadata = await client.query<{ made_at: Date; postgresql: string }>(
    "select now() as made_at, current_setting('server_version') as postgresql",
  );
  const { made_at = new Date(), postgresql = '' } = metadata.rows[0] ?? {};
  return {
    nightstand_backup: FORMAT,
    made_at: made_at.toISOString(),
    release: version,
    postgresql,
    migrations: migrations.rows.map(({ name }) => name),
  };
}

async function sequencesOf(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: string; is_called: boolean }>(`
    select sequencename::text as name, coalesce(last_value, start_value)::text as last, last_value is not null as is_called
    from pg_sequences where schemaname = 'public' and sequencename <> 'migrations_id_seq'
    order by sequencename collate "C"`);
  return rows;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
