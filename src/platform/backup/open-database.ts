import '../server-only.ts';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import {
  startEmbeddedPostgres,
  startOrJoinEmbeddedPostgres,
} from '../database/embedded/embedded-postgres.ts';
import { withoutTimeouts } from '../database/pooler-timeouts.ts';
import type { Log } from '../runtime/log.ts';
import type { Interruption } from '../runtime/run-command.ts';
import { StartError } from '../runtime/start-error.ts';
import type { Config } from '../settings/config.ts';

export interface BackupDatabase {
  connectionString: string;
  close(): Promise<void>;
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>;

/**
 * The database of yours, past a pooler: that one refuses the settings of a connection which migrations need, and the
 * role behind it may have time-outs that cut long work off.
 */
function outsideDatabase({ databaseUrl, databaseDirectUrl }: DatabaseSettings): string | undefined {
  return databaseDirectUrl === undefined ? databaseUrl : withoutTimeouts(databaseDirectUrl);
}

/** The site's database as it is, without migrating it; the site may be running. */
export async function openExistingDatabase(
  settings: DatabaseSettings,
  log: Log,
  { signal, onDatabase }: Interruption,
): Promise<BackupDatabase> {
  const { dataDir } = settings;
  const outside = outsideDatabase(settings);
  if (outside !== undefined) return { connectionString: outside, close: async () => {} };
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
  const outside = outsideDatabase(settings);
  if (outside !== undefined) return { connectionString: outside, close: async () => {} };
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: settings.dataDir, log, signal });
  onDatabase(stop);
  return { connectionString, close: stop };
}
