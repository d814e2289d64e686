import '../../server-only.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../runtime/log.ts';
import { codeOf, reasonOf, StartError } from '../../runtime/start-error.ts';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';
import * as servers from './embedded-postgres-process.ts';
import {
  isPrivateFolder,
  isSocketListening,
  removeStaleSocket,
  socketPort,
} from './embedded-postgres-socket.ts';

export type ServerOptions = {
  dbDir: string;
  socketDir: string;
  logPath: string;
  binaries: PostgresBinaries;
  maxConnections: number;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
};

export type RunningServer = { pid: number; socketDir: string; adopted: boolean };

// Recovery after a crash reads up to the whole write-ahead log, which takes time on a slow disk.
const STARTUP_MILLISECONDS = 300_000;
const SHUTDOWN_MILLISECONDS = 60_000;
const UNREACHABLE_MILLISECONDS = 10_000;
const CANNOT_CONNECT_NOW = '57P03';

/**
 * Brings the folder's server up. A living server of an earlier start is adopted, a starting or stopping one is waited
 * for, remains of a killed one are cleared away, and otherwise a new one is started.
 */
export async function bringUpServer(
  serverOptions: ServerOptions,
  signal?: AbortSignal,
): Promise<RunningServer> {
  const { dbDir, log } = serverOptions;
  const giveUpAt = performance.now() + STARTUP_MILLISECONDS;
  let unreachableSince: number | undefined;
  let nextLogAt = performance.now() + 10_000;
  while (performance.now() < giveUpAt) {
    signal?.throwIfAborted();
    const occupant = await servers.occupantOf(dbDir);
    if (occupant.kind === 'nobody') {
      await removeStaleFiles(serverOptions);
      const running = await launch(serverOptions, giveUpAt, signal);
      if (running) return running;
    } else if (occupant.kind === 'remains') {
      log.warn({ pids: occupant.pids }, 'stopping what is left of a killed PostgreSQL');
      if (!(await servers.endOrphans(dbDir)))
        throw new StartError(
          `PostgreSQL processes without a postmaster hold ${dbDir} and do not end: ${occupant.pids.join(', ')}`,
        );
    } else if (occupant.status === 'stopping') {
      log.info({ pid: occupant.pid }, 'waiting for the PostgreSQL of the last start to stop');
      const hasEnded = async () =>
        signal?.aborted === true || !(await servers.isServerIn(dbDir, occupant.pid));
      if (!(await servers.waitUntil(SHUTDOWN_MILLISECONDS, hasEnded)))
        await servers.signalServer(dbDir, occupant.pid, 'SIGQUIT');
    } else {
      const state = await connectionState(occupant.socketDir);
      if (state === 'open') {
        log.info({ pid: occupant.pid }, 'the PostgreSQL of the last start is still running and is used');
        return { pid: occupant.pid, socketDir: occupant.socketDir, adopted: true };
      }
      if (state === 'not-now' || occupant.status === 'starting') unreachableSince = undefined;
      else unreachableSince ??= performance.now();
      if (unreachableSince && performance.now() - unreachableSince > UNREACHABLE_MILLISECONDS) {
        log.warn(
          { pid: occupant.pid },
          'the PostgreSQL of the last start cannot be reached and is restarted',
        );
        await servers.endPostmaster(dbDir, occupant.pid);
        unreachableSince = undefined;
      }
      if (performance.now() > nextLogAt) {
        log.info({ pid: occupant.pid, status: occupant.status }, 'waiting for PostgreSQL to be ready');
        nextLogAt += 10_000;
      }
      await sleep(50);
    }
  }
  throw new StartError(
    `PostgreSQL was not ready within ${STARTUP_MILLISECONDS / 1000} seconds; its messages are in ${serverOptions.logPath}`,
  );
}

// Removes the files of a dead server when no process works on the folder, so that they are not mistaken for a living
// one.
async function removeStaleFiles({ dbDir, socketDir }: ServerOptions): Promise<void> {
  const file = await servers.readPidFile(dbDir);
  if (file) {
    const folders = file.socketDir.startsWith('/') ? [file.socketDir, socketDir] : [socketDir];
    // A pid of another container means nothing here, and two servers on one folder destroy it.
    for (const folder of folders)
      if (await isSocketListening(folder))
        throw new StartError(
          `A PostgreSQL that cannot be seen from here is serving ${dbDir} (process ${file.pid ?? 'unknown'} of another container or user namespace): stop it first`,
        );
    // PostgreSQL itself removes the file when its pid is gone. It gives up when another process has the pid, when the
    // process is a zombie, and when the file is damaged.
    if (file.pid === undefined || isPidInUse(file.pid))
      await rm(join(dbDir, 'postmaster.pid'), { force: true });
  }
  await removeStaleSocket(socketDir);
}

function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Starts the server and waits until it is ready; undefined when another server was on the folder first. */
async function launch(
  place: ServerOptions,
  giveUpAt: number,
  signal: AbortSignal | undefined,
): Promise<RunningServer | undefined> {
  const { dbDir, socketDir, logPath, log } = place;
  const logFrom = await rotateLog(logPath);
  const child = await spawnServer(place);
  const pid = child.pid;
  let ended = pid === undefined;
  child.once('error', () => {
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  if (child.exitCode !== null || child.signalCode !== null) ended = true;
  while (!ended && pid !== undefined && performance.now() < giveUpAt && !signal?.aborted) {
    const state = await connectionState(socketDir).catch(async (error: unknown) => {
      await servers.endPostmaster(dbDir, pid);
      throw error;
    });
    // The answer counts only if it comes from this server.
    if (state === 'open' && !ended) {
      log.info({ pid, folder: dbDir }, 'PostgreSQL is ready');
      return { pid, socketDir, adopted: false };
    }
    await sleep(25);
  }
  if (!ended && pid !== undefined) {
    await servers.endPostmaster(dbDir, pid);
    return undefined;
  }
  const logText = (await readFile(logPath)).subarray(logFrom).toString('utf8');
  const isLocked = logText.includes('lock file "') && logText.includes('" already exists');
  if (isLocked || logText.includes('pre-existing shared memory block')) {
    await sleep(200);
    if (performance.now() < giveUpAt - STARTUP_MILLISECONDS + 15_000) return undefined;
  }
  throw new StartError(`PostgreSQL did not start: ${lastErrorLine(logText)} (more in ${logPath})`);
}

function lastErrorLine(logTail: string): string {
  const lines = logTail.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((each) => /FATAL|PANIC/.test(each)) ?? lines.at(-1) ?? 'no reason given';
  return line.replace(/^.*?(?=FATAL|PANIC)/, '').slice(0, 300);
}

async function spawnServer(place: ServerOptions): Promise<ChildProcess> {
  const settings = {
    ...serverSettings(place.maxConnections),
    unix_socket_directories: quoted(place.socketDir),
  };
  // Memory that other processes can map; a system without /dev/shm gets a file instead.
  const hasSharedMemory = await access('/dev/shm', constants.W_OK).then(
    () => true,
    () => false,
  );
  const args = Object.entries({
    ...settings,
    ...(hasSharedMemory ? {} : { dynamic_shared_memory_type: 'mmap' }),
  });
  const command = place.binaries.command('postgres', [
    ...['-D', place.dbDir],
    ...args.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const output = await open(place.logPath, 'a', 0o600);
  try {
    const child = spawn(command.file, command.args, {
      // A process group of its own: Ctrl-C in the terminal is meant for the site, which stops the database last.
      detached: true,
      cwd: '/',
      env: command.env,
      stdio: ['ignore', output.fd, output.fd],
    });
    child.unref();
    return child;
  } finally {
    await output.close();
  }
}

// The setting is a list of folders, so a comma in a name must be quoted.
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

function serverSettings(maxConnections: number): Record<string, string | number> {
  return {
    cluster_name: 'nightstand',
    listen_addresses: '',
    port: socketPort,
    unix_socket_permissions: '0700',
    max_connections: maxConnections,
    shared_buffers: '128MB',
    huge_pages: 'off',
    jit: 'off',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements of a killed site would otherwise continue, with their locks, until they next write to the closed
    // socket.
    client_connection_check_interval: '2s',
    // The log holds no reader's data: no statements, no values, and no error details that quote rows.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_min_duration_statement: -1,
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_checkpoints: 'off',
    logging_collector: 'off',
  };
}

// One old log is enough, because this level writes little.
async function rotateLog(path: string): Promise<number> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size < 10_000_000) return size;
  await rename(path, `${path}.1`);
  return 0;
}

/** Whether the site can use the server now: open, refusing for the moment (starting, stopping), or unreachable. */
export async function connectionState(socketDir: string): Promise<'open' | 'not-now' | 'unreachable'> {
  if (!(await isPrivateFolder(socketDir))) return 'unreachable';
  const client = new pg.Client({
    host: socketDir,
    port: socketPort,
    user: 'nightstand',
    database: 'nightstand',
    ssl: false,
    connectionTimeoutMillis: 3000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return 'open';
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (['28000', '3D000', '28P01'].includes(code))
      throw new StartError(`PostgreSQL is running but does not let the site in: ${reasonOf(error)}`, {
        cause: error,
      });
    // An answer of any kind, or none, means a living server; only a missing socket means that there is none.
    return code === CANNOT_CONNECT_NOW || !/^(ENOENT|ECONNREFUSED|ENOTSOCK|EACCES)$/.test(code)
      ? 'not-now'
      : 'unreachable';
  } finally {
    await client.end().catch(() => {});
  }
}
