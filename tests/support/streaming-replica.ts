import { appendFile, chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#platform/database/embedded/embedded-postgres.ts';
import { createLogger } from '#platform/runtime/log.ts';

const log = createLogger({ level: 'warn' });

export interface DatabaseServer extends EmbeddedPostgres {
  dataDir: string;
  /** Runs a statement as the superuser, for rights that the site's own user lacks. */
  administer(statement: string): Promise<pg.QueryResult>;
  /** Starts the same folder's server again after a stop. */
  again(): Promise<DatabaseServer>;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

type Programs = Pick<EmbeddedPostgresOptions, 'nativeDir'>;

/** A PostgreSQL of a test's own, empty. */
export async function startPrimary(programs: Programs = {}): Promise<DatabaseServer> {
  return serverIn(await mkdtemp(join(tmpdir(), 'nightstand-primary-')), programs);
}

/**
 * A replica that follows a running PostgreSQL through its log, created like a base backup: the files are
 * copied between pg_backup_start and pg_backup_stop, on one connection.
 */
export async function startReplicaOf(primary: DatabaseServer): Promise<DatabaseServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nightstand-replica-'));
  const folder = join(dataDir, 'db');
  const client = await superuser(primary);
  try {
    await client.query(`select pg_backup_start('replica', true)`);
    // The log is streamed, and the files of the running server are not copied.
    const left = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'];
    await cp(join(primary.dataDir, 'db'), folder, {
      recursive: true,
      filter: (path) => !left.includes(basename(path)),
    });
    for (const empty of ['pg_wal', 'pg_wal/archive_status', 'pg_replslot'])
      await mkdir(join(folder, empty), { mode: 0o700 });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  const { host, port } = primary.connection;
  await writeFile(join(folder, 'standby.signal'), '');
  await appendFile(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=postgres'\n`,
  );
  await chmod(folder, 0o700);
  return serverIn(dataDir);
}

async function serverIn(dataDir: string, programs: Programs = {}): Promise<DatabaseServer> {
  const server = await startEmbeddedPostgres({ dataDir, log, maxConnections: 60, ...programs });
  return {
    ...server,
    dataDir,
    async administer(statement) {
      const client = await superuser(server);
      return client.query(statement).finally(() => client.end());
    },
    again: () => serverIn(dataDir, programs),
    async remove() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function superuser({ connection }: Pick<EmbeddedPostgres, 'connection'>): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, user: 'postgres', ssl: false });
  await client.connect();
  return client;
}
