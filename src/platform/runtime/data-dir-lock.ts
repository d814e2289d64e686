import '../server-only.ts';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf, StartError } from './start-error.ts';

/** The exclusive right to run a site on a data folder. */
export type DataDirLock = { release(): void };

/** The one lock failure that a command-line tool can handle: the site itself is running on the folder. */
export class FolderInUse extends StartError {}

// The kernel takes a moment to dismantle a killed process, and its lock lasts until then.
const LOCK_WAIT_MS = 2500;
const SQLITE_BUSY = 5;

// Keeps a reference to each lock, because the garbage collector would close it otherwise.
const openLocks = new Set<DatabaseSync>();

/**
 * Locks the folder for this process, or throws one line naming the process that has it.
 *
 * The lock is the write lock of an empty SQLite file, which is the kernel's record lock (fcntl). It ends with the
 * process however that dies, a child never inherits it (so the database that outlives us does not hold it), and it is
 * bound to the file, so unlike an abstract socket it also works between containers that share the folder. SQLite adds
 * what fcntl lacks, the conflict inside one process. The price: a process that opens and closes the file `lock` itself
 * drops its own lock. Nothing may read that file, so the pid is in another.
 */
export async function lockDataDir(
  dataDir: string,
  lockWaitMs = LOCK_WAIT_MS,
  signal?: AbortSignal,
): Promise<DataDirLock> {
  const pidPath = join(dataDir, 'lock.pid');
  const giveUpAt = performance.now() + lockWaitMs;
  for (;;) {
    const database = tryLock(join(dataDir, 'lock'));
    if (database) {
      openLocks.add(database);
      writeFileSync(pidPath, `${process.pid}\n`, { mode: 0o600 });
      return { release: () => release(database, pidPath) };
    }
    if (performance.now() > giveUpAt)
      throw new FolderInUse(
        `The data folder ${dataDir} is in use by another Nightstand (${describeHolder(pidPath)}): stop that one, or set DATA_DIR to another folder`,
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
    if (error instanceof Error && Reflect.get(error, 'errcode') === SQLITE_BUSY) return undefined;
    throw new StartError(
      `The data folder cannot be locked through ${path} (${reasonOf(error)}): it must be writable, on a file system with locks; set DATA_DIR to another folder`,
      { cause: error },
    );
  }
}

function release(database: DatabaseSync, pidPath: string): void {
  if (!openLocks.delete(database)) return;
  rmSync(pidPath, { force: true });
  database.close();
}

function describeHolder(pidPath: string): string {
  try {
    return `process ${Number.parseInt(readFileSync(pidPath, 'utf8'), 10)}`;
  } catch {
    return 'its process is unknown';
  }
}
