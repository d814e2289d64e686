import '../../server-only.ts';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderInUse, lockDataDir } from '../../runtime/data-dir-lock.ts';
import type { Log } from '../../runtime/log.ts';
import { makeFolder } from '../../runtime/make-folder.ts';
import { reasonOf, StartError } from '../../runtime/start-error.ts';
import { findPostgresBinaries } from './embedded-postgres-binaries.ts';
import { ensureCluster } from './embedded-postgres-cluster.ts';
import { endPostmaster, isServerIn, readPidFile } from './embedded-postgres-process.ts';
import {
  bringUpServer,
  connectionState,
  type RunningServer,
  type ServerOptions,
} from './embedded-postgres-server.ts';
import { makeSocketDir, socketPort } from './embedded-postgres-socket.ts';

export { StartError } from '../../runtime/start-error.ts';

export type EmbeddedPostgres = {
  connection: { host: string; port: number; database: string; user: string };
  /** For pg, graphile-worker and node-pg-migrate; goes through the Unix socket. */
  connectionString: string;
  /**
   * Stops the server and frees the folder; harmless when called again. Must be called last, after the pools have ended.
   */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  maxConnections?: number;
  /** The folder of the PostgreSQL files, when it is not the installed package. */
  nativeDir?: string;
  /**
   * How long to wait for a folder that another process has locked; by default as long as a killed process may keep the
   * lock.
   */
  lockWaitMs?: number;
  /** Aborts waiting for a folder or a server, with an error. */
  signal?: AbortSignal | undefined;
};

/**
 * Starts the project's own PostgreSQL under DATA_DIR/db, or takes over the one that a killed start left running. Throws
 * a one-line StartError for problems that the operator must fix.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, maxConnections = 60, nativeDir, lockWaitMs, signal } = options;
  const dataDir = await makeDataDir(options.dataDir);
  const lock = await lockDataDir(dataDir, lockWaitMs, signal);
  try {
    const binaries = await findPostgresBinaries({ dataDir, nativeDir });
    const dbDir = await databaseFolder(dataDir);
    await ensureCluster({ dbDir, binaries, log });
    signal?.throwIfAborted();
    const socketDir = await makeSocketDir(dataDir);
    const serverOptions = {
      dbDir,
      socketDir,
      logPath: join(dataDir, 'db.log'),
      binaries,
      maxConnections,
      log,
    };
    const running = await bringUpServer(serverOptions, signal);
    return manageServer(serverOptions, running, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The same for a command-line tool. When the site is running on the folder, the tool uses its database and leaves it
 * running.
 */
export async function startOrJoinEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ ...options, lockWaitMs: 0 });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return (await joinEmbeddedPostgres(options.dataDir)) ?? startEmbeddedPostgres(options);
  }
}

/**
 * Finds the database of the site that has the folder by its files and its socket: its processes are out of sight if the
 * site has a user namespace of its own, as systemd gives it one, or another container.
 */
async function joinEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  const file = await readPidFile(await databaseFolder(dataDir));
  if (file?.status !== 'ready' || (await connectionState(file.socketDir)) !== 'open') return undefined;
  return { ...connectionTo(file.socketDir), stop: async () => {} };
}

/** The folder of the database's files, which may be a link to a larger disk. */
function databaseFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, 'db');
  return realpath(path).catch(() => path);
}

function connectionTo(host: string): Pick<EmbeddedPostgres, 'connection' | 'connectionString'> {
  const query = new URLSearchParams({ host, port: String(socketPort), sslmode: 'disable' })
    .toString()
    .replaceAll('+', '%20');
  return {
    connection: { host, port: socketPort, database: 'nightstand', user: 'nightstand' },
    connectionString: `postgresql://nightstand@localhost/nightstand?${query}`,
  };
}

async function makeDataDir(path: string): Promise<string> {
  try {
    makeFolder(path);
    return await realpath(path);
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be made: ${reasonOf(error)}; set DATA_DIR to another`,
      { cause: error },
    );
  }
}

function manageServer(
  serverOptions: ServerOptions,
  first: RunningServer,
  releaseLock: () => void,
): EmbeddedPostgres {
  const { dbDir, log } = serverOptions;
  const watch = watchServer(serverOptions, first);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    const { pid } = await watch.end();
    const onSlow = (signal: string) => log.warn({ pid, signal }, 'PostgreSQL is slow to stop');
    const hasEnded = await endPostmaster(dbDir, pid, 10_000, onSlow);
    if (hasEnded) log.info({ pid }, 'PostgreSQL has stopped');
    else log.error({ pid }, 'PostgreSQL does not stop and is left to the next start');
    releaseLock();
  };
  return {
    ...connectionTo(first.socketDir),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Restarts the server when it dies under the running site (killed for memory, by accident, by a panic). Meanwhile the
 * site answers 503; its pools reconnect on their own.
 */
function watchServer(serverOptions: ServerOptions, first: RunningServer) {
  let running = first;
  let ended = false;
  let pauseMs = 1000;
  let timer: NodeJS.Timeout;
  let check: Promise<void> = Promise.resolve();
  const restartIfDead = async () => {
    if (await isServerIn(serverOptions.dbDir, running.pid)) {
      pauseMs = 1000;
      return;
    }
    if (ended) return;
    serverOptions.log.error({ pid: running.pid }, 'PostgreSQL has died and is being restarted');
    // The pools know only the first address.
    running = await bringUpServer({ ...serverOptions, socketDir: first.socketDir });
  };
  const scheduleCheck = () => {
    timer = setTimeout(() => {
      check = restartIfDead()
        .catch((error: unknown) => {
          pauseMs = Math.min(pauseMs * 2, 30_000);
          serverOptions.log.error({ err: error }, 'PostgreSQL could not be restarted; trying again');
        })
        .finally(() => {
          if (!ended) scheduleCheck();
        });
    }, pauseMs);
    // The timer must not keep the process alive.
    timer.unref();
  };
  scheduleCheck();
  return {
    /** Stops watching and returns the server that is left to stop. */
    end: async (): Promise<RunningServer> => {
      ended = true;
      clearTimeout(timer);
      await check;
      return running;
    },
  };
}
