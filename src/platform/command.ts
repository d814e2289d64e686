import './server-only.ts';
import { type Config, readConfig } from './config.ts';
import { StartError } from './start-error.ts';

/** The settings from the environment; when any is wrong, one line each on standard error and the end. */
export function configOrExit(): Config {
  const read = readConfig(process.env);
  if (read.ok) return read.config;
  for (const problem of read.problems) process.stderr.write(`${problem}\n`);
  process.exit(1);
}

/** Ends a program: a reason that its operator can act on is one line, anything else is a bug and keeps its stack. */
export function exitWith(error: unknown): never {
  const text =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
