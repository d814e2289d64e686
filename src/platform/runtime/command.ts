import '../server-only.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../settings/config.ts';
import { StartError } from './start-error.ts';

/** The settings from the environment; when any is wrong, one line each on standard error and the end. */
export function configOrExit(): Config {
  const read = readConfig(process.env);
  if (read.ok) return read.config;
  for (const problem of read.problems) process.stderr.write(`${problem}\n`);
  process.exit(1);
}

/** Where a command looks for the site's data, for the end of a message: it is easily run without the site's settings. */
export function placeOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  return databaseUrl === undefined
    ? `the database in ${dataDir} (set DATA_DIR to the site's)`
    : 'the database of DATABASE_URL';
}

/** Whether the site's own database has been made; an outside one is not looked at. */
export function hasDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'db'));
}

/** Ends a program: a reason that its operator can act on is one line, anything else is a bug and keeps its stack. */
export function exitWith(error: unknown): never {
  const text =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
