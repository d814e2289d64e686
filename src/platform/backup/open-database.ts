import '../server-only.ts';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import {
  startEmbeddedPostgres,
  startOrJoinEmbeddedPostgres,
} from '../database/embedded/embedded-postgres.ts';
import type { Log } from '../runtime/log.ts';
import { StartError } from '../runtime/start-error.ts';
import type { Config } from '../settings/config.ts';

export interface BackupDatabase {
  connectionString: string;
  close(): Promise<void>;
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** The site's database as it is, without migrating it; the site may be running. */
export async function openExistingDatabase(
  { databaseUrl, dataDir }: DatabaseSettings,
  log: Log,
): Promise<BackupDatabase> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, close: async () => {} };
  await access(join(dataDir, 'db')).catch(() => {
    throw new StartError(
      `There is no database in ${dataDir}: nothing to back up; set DATA_DIR to the site's`,
    );
  });
  const { connectionString, stop } = await startOrJoinEmbeddedPostgres({ dataDir, log });
  return { connectionString, close: stop };
}

/** A database for exclusive use: the outside one, or the site's own, which must not be running. */
export async function openEmptyDatabase(
  { databaseUrl, dataDir }: DatabaseSettings,
  log: Log,
): Promise<BackupDatabase> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, close: async () => {} };
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log });
  return { connectionString, close: stop };
}
