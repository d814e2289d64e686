import '../../server-only.ts';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The contents of postmaster.pid; the pid is undefined when the file is damaged. */
export type PidFile = { pid: number | undefined; socketDir: string; status: string };

/** The processes that work on a database folder: its postmaster, processes without a postmaster, or none. */
export type Occupant =
  | { kind: 'postmaster'; pid: number; socketDir: string; status: string }
  | { kind: 'remains'; pids: number[] }
  | { kind: 'nobody' };

/** Reads postmaster.pid; undefined when there is none. */
export async function readPidFile(dbDir: string): Promise<PidFile | undefined> {
  const text = await readFile(join(dbDir, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  // Single-user mode writes its pid with a minus.
  const pid = /^\d{1,9}$/.test(lines[0] ?? '') ? Number(lines[0]) : undefined;
  return { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

/**
 * Finds the processes that work on the folder. The pid file alone proves nothing: pids are reused, and files are left
 * behind.
 */
export async function occupantOf(dbDir: string): Promise<Occupant> {
  const pids = await serversIn(dbDir);
  if (pids.length === 0) return { kind: 'nobody' };
  const file = await readPidFile(dbDir);
  if (file?.pid !== undefined && pids.includes(file.pid))
    return { kind: 'postmaster', pid: file.pid, socketDir: file.socketDir, status: file.status };
  return { kind: 'remains', pids };
}

/**
 * The living PostgreSQL processes of the folder. Each has it as its working directory, which the kernel reports by
 * identity and not by name. A zombie has no working directory any more, so a pid that stays visible for seconds, or for
 * ever where pid 1 does not reap it, counts as gone.
 */
export async function serversIn(dbDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const matches = await Promise.all(pids.map(async (pid) => ((await isServerIn(dbDir, pid)) ? [pid] : [])));
  return matches.flat();
}

/** Whether this pid is, at this moment, a PostgreSQL process of the folder. */
export async function isServerIn(dbDir: string, pid: number): Promise<boolean> {
  try {
    // A shell left in the folder is not the database. The kernel adds the suffix after an update has replaced the file.
    if (!/\/postgres( \(deleted\))?$/.test(await readlink(`/proc/${pid}/exe`))) return false;
    const [processDir, databaseDir] = await Promise.all([
      stat(`/proc/${pid}/cwd`, { bigint: true }),
      stat(dbDir, { bigint: true }),
    ]);
    return processDir.dev === databaseDir.dev && processDir.ino === databaseDir.ino;
  } catch {
    return false;
  }
}

/** Sends the signal if the pid still is a server of the folder, so that a reused pid is never hit. */
export async function signalServer(dbDir: string, pid: number, signal: NodeJS.Signals): Promise<void> {
  if (!(await isServerIn(dbDir, pid))) return;
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended in between.
  }
}

/** Polls until the condition holds; false when it does not within the time. */
export async function waitUntil(ms: number, condition: () => Promise<boolean>): Promise<boolean> {
  const giveUpAt = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) return false;
    await sleep(25);
  }
  return true;
}

/**
 * Ends the postmaster: first politely, then immediately (the next start recovers), then by force. True when it is gone.
 */
export async function endPostmaster(
  dbDir: string,
  pid: number,
  fastMs = 10_000,
  onSlow: (signal: string) => void = () => {},
): Promise<boolean> {
  // SIGINT ends the sessions and shuts down cleanly; SIGQUIT leaves recovery to the next start.
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', fastMs],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 2000],
  ];
  for (const [signal, ms] of steps) {
    if (signal !== 'SIGINT') onSlow(signal);
    await signalServer(dbDir, pid, signal);
    if (await waitUntil(ms, async () => !(await isServerIn(dbDir, pid)))) return true;
  }
  return false;
}

/** Ends server processes that lost their postmaster. They exit on their own unless a long statement delays them. */
export async function endOrphans(dbDir: string): Promise<boolean> {
  const haveEnded = async () => (await occupantOf(dbDir)).kind !== 'remains';
  if (await waitUntil(3000, haveEnded)) return true;
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const occupant = await occupantOf(dbDir);
    const pids = occupant.kind === 'remains' ? occupant.pids : [];
    for (const pid of pids) await signalServer(dbDir, pid, signal);
    if (await waitUntil(2500, haveEnded)) return true;
  }
  return false;
}
