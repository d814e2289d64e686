import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { Log } from '#platform/runtime/log.ts';

/** Tells a forked process where the database is that its parent has opened. */
export const DATABASE_OF_PARENT = 'NIGHTSTAND_DATABASE_OF_PARENT';

export interface WebCluster {
  /** What all processes have counted, added up. */
  figures(): Promise<string>;
  stop(): Promise<void>;
}

// One that dies at once each time must not keep the machine busy with being born.
const REBIRTH_MILLISECONDS = 500;
const PATIENCE_MILLISECONDS = 15_000;

/**
 * Several web processes that share the port; the parent keeps database and jobs. One that dies is replaced, those
 * that still answer notice nothing.
 */
export async function openWebCluster(
  size: number,
  env: { port: number; publicUrl: string; connectionString: string },
  log: Log,
): Promise<WebCluster> {
  // The processes accept from one queue of the system. Handed out by the parent, a connection is lost without a word
  // when the process that was to have it dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let isStopping = false;
  const fork = () =>
    cluster.fork({
      PORT: String(env.port),
      PUBLIC_URL: env.publicUrl,
      [DATABASE_OF_PARENT]: env.connectionString,
    });
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping || worker.exitedAfterDisconnect) return;
    log.error(
      { pid: worker.process.pid, code, signal },
      'a web process ended by itself; another takes its place',
    );
    setTimeout(() => {
      if (!isStopping) fork();
    }, REBIRTH_MILLISECONDS);
  });
  const stop = async () => {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && endWorker(worker)));
  };
  try {
    await Promise.all(Array.from({ length: size }, () => untilListening(fork())));
  } catch (error) {
    await stop();
    throw error;
  }
  const added = new AggregatorRegistry();
  return { stop, figures: () => added.clusterMetrics() };
}

async function untilListening(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('a web process could not be opened');
  });
  await Promise.race([once(worker, 'listening'), ended]);
  ended.catch(() => undefined);
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await Promise.race([gone, sleep(PATIENCE_MILLISECONDS, undefined, { ref: false })]);
  if (!worker.isDead()) worker.process.kill('SIGKILL');
}
