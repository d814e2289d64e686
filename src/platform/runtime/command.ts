import '../server-only.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../settings/config.ts';
import { StartError } from './start-error.ts';

/** The settings from the environment. Prints one line for each wrong setting to standard error and exits. */
export function configOrExit(): Config {
  const result = readConfig(process.env);
  if (result.ok) return result.config;
  for (const problem of result.problems) process.stderr.write(`${problem}\n`);
  process.exit(1);
}

type DatabasePlace = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** The location of the site's data, for messages. */
export function describeDatabase({ databaseUrl, dataDir }: DatabasePlace): string {
  return databaseUrl === undefined ? `the database in ${dataDir}` : 'the database of DATABASE_URL';
}

/** The same for the end of an error: a command is easily run without the site's settings. */
export function doubtDatabase(place: DatabasePlace): string {
  const doubt = place.databaseUrl === undefined ? " (is that the site's DATA_DIR?)" : '';
  return describeDatabase(place) + doubt;
}

/** Whether the site's own database exists; an outside database is assumed to. */
export function hasDatabase({ databaseUrl, dataDir }: DatabasePlace): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'db'));
}

/** Ends a program: a reason that the operator can act on is one line, any other error is a bug and keeps its stack. */
export function exitWith(error: unknown): never {
  const text =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
