import '../server-only.ts';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf, StartError } from './start-error.ts';

/** The right to be the only site on a data folder. */
export type DataDirLock = { release(): void };

/** The one reason that a command-line tool can live with: the site itself is running on the folder. */
export class FolderInUse extends StartError {}

// A killed process needs a moment to be taken apart by the kernel, and its lock lasts as long.
const PATIENCE_MS = 2500;
const sqliteBusy = 5;

// A lock that nobody refers to would be closed by the garbage collector.
const held = new Set<DatabaseSync>();

/**
 * Takes the folder for this process, or throws one line naming who has it.
 *
 * The lock is the write lock of an empty SQLite file, which is the kernel's record lock (fcntl): gone with the
 * process however it dies, never inherited by a child (so the database that outlives us does not keep it), and
 * bound to the file, so that it also holds between containers that share the folder, which an abstract socket does
 * not; SQLite adds what fcntl lacks, the conflict inside one process. The price: a process that opens and closes
 * the file `lock` itself would drop its own lock. Nothing may read that file, which is why the pid stands in another.
 */
export async function lockDataDir(
  dataDir: string,
  patienceMs = PATIENCE_MS,
  signal?: AbortSignal,
): Promise<DataDirLock> {
  const pidPath = join(dataDir, 'lock.pid');
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const database = tryLock(join(dataDir, 'lock'));
    if (database) {
      held.add(database);
      writeFileSync(pidPath, `${process.pid}\n`, { mode: 0o600 });
      return { release: () => release(database, pidPath) };
    }
    if (performance.now() > giveUpAt)
      throw new FolderInUse(
        `The data folder ${dataDir} is in use by another Nightstand (${holder(pidPath)}): stop that one, or set DATA_DIR to another folder`,
      );
    await sleep(50, undefined, { signal });
  }
}

function tryLock(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && Reflect.get(error, 'errcode') === sqliteBusy) return undefined;
    throw new StartError(
      `The data folder cannot be locked through ${path} (${reasonOf(error)}): it must be writable, on a file system with locks; set DATA_DIR to another folder`,
      { cause: error },
    );
  }
}

function release(database: DatabaseSync, pidPath: string): void {
  if (!held.delete(database)) return;
  rmSync(pidPath, { force: true });
  database.close();
}

function holder(pidPath: string): string {
  try {
    return `process ${Number.parseInt(readFileSync(pidPath, 'utf8'), 10)}`;
  } catch {
    return 'its process is unknown';
  }
}
