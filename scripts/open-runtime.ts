import { openRuntime, type Runtime } from '#app/site.ts';
import { hasDatabase } from '#platform/runtime/command.ts';
import { createLogger } from '#platform/runtime/log.ts';
import type { Interruption } from '#platform/runtime/run-command.ts';
import { StartError } from '#platform/runtime/start-error.ts';
import type { Config } from '#platform/settings/config.ts';

/** Opens the site for a command, also beside the running one; makes a database if there is none. */
export function openCommandRuntime(config: Config, interruption: Interruption): Promise<Runtime> {
  return openRuntime(config, createLogger({ level: 'warn' }), { mayJoin: true, ...interruption });
}

/** The same for a command that would have nothing to do in a new database. */
export async function openExistingRuntime(config: Config, interruption: Interruption): Promise<Runtime> {
  if (!hasDatabase(config))
    throw new StartError(`There is no database in ${config.dataDir}; set DATA_DIR to the site's`);
  return openCommandRuntime(config, interruption);
}
