import '../server-only.ts';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  startOrJoinEmbeddedPostgres,
} from '../database/embedded/embedded-postgres.ts';
import { directDatabase, unreachableDatabase } from '../database/pooler-timeouts.ts';
import type { Log } from '../runtime/log.ts';
import type { Interruption } from '../runtime/run-command.ts';
import { StartError } from '../runtime/start-error.ts';
import type { Config } from '../settings/config.ts';

export interface BackupDatabase {
  connectionString: string;
  close(): Promise<void>;
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>;

/** The operator's own database, once it has answered; undefined for the embedded one. */
async function outsideDatabase(settings: DatabaseSettings): Promise<BackupDatabase | undefined> {
  const direct = directDatabase(settings);
  if (direct === undefined) return undefined;
  const { connectionString, variable } = direct;
  const client = new pg.Client({ connectionString });
  await client.connect().catch((error: unknown) => {
    throw unreachableDatabase(error, variable);
  });
  await client.end();
  return { connectionString, close: async () => {} };
}

/** The site's database as it is, without migrating it; the site may be running. */
export async function openExistingDatabase(
  settings: DatabaseSettings,
  log: Log,
  { signal, onDatabase }: Interruption,
): Promise<BackupDatabase> {
  const { dataDir } = settings;
  const outside = await outsideDatabase(settings);
  if (outside !== undefined) return outside;
  await access(join(dataDir, 'db')).catch(() => {
    throw new StartError(
      `There is no database in ${dataDir}; set DATA_DIR to the site's, or start the site once`,
    );
  });
  const { connectionString, stop } = await startOrJoinEmbeddedPostgres({ dataDir, log, signal });
  onDatabase(stop);
  return { connectionString, close: stop };
}

/** A database for exclusive use: the outside one, or the site's own, which must not be running. */
export async function openEmptyDatabase(
  settings: DatabaseSettings,
  log: Log,
  { signal, onDatabase }: Interruption,
): Promise<BackupDatabase> {
  const outside = await outsideDatabase(settings);
  if (outside !== undefined) return outside;
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: settings.dataDir, log, signal });
  onDatabase(stop);
  return { connectionString, close: stop };
}
