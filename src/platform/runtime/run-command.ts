import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitWith } from './command.ts';
import { codeOf } from './start-error.ts';

/** Passed by a command to the opening of its database, so that a signal stops that, too. */
export interface Interruption {
  /** Aborts when the command is told to stop. */
  signal: AbortSignal;
  onDatabase(end: () => Promise<void>): void;
}

/** The time in which an interrupted command undoes what is unfinished. */
const MAX_END_MILLISECONDS = 2_000;

/**
 * Runs a command of `scripts/`. A signal, such as Ctrl-C, would otherwise end the command alone: the database that it has
 * started would run on, and an unfinished file would stay.
 */
export function runCommand(main: (interruption: Interruption) => Promise<void>): void {
  // A reader of the output such as `head` may leave early; the command still finishes its work.
  process.stdout.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
  });
  const stopping = new AbortController();
  let endDatabase = async () => {};
  const onDatabase = (end: () => Promise<void>) => {
    endDatabase = end;
  };
  const running = main({ signal: stopping.signal, onDatabase });
  running.catch((error: unknown) => stopping.signal.aborted || exitWith(error));
  const settled = running.catch(() => undefined);
  async function interrupt(): Promise<void> {
    if (stopping.signal.aborted) return;
    stopping.abort();
    // A command that works on the database of the running site has none to end, and may work on for long.
    await Promise.race([settled, sleep(MAX_END_MILLISECONDS)]);
    await endDatabase().catch(() => undefined);
    process.exit(1);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
}
