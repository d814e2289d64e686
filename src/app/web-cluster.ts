import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { Log } from '#platform/runtime/log.ts';

/** Gives a forked process the address of the database that its parent has opened. */
export const DATABASE_OF_PARENT = 'NIGHTSTAND_DATABASE_OF_PARENT';

export interface WebCluster {
  /** The summed metrics of all processes. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

// The pause before a replacement, so that a process that dies at once each time does not keep the machine busy.
const RESTART_MILLISECONDS = 500;
const MAX_STOP_MILLISECONDS = 15_000;

/**
 * Several web processes that share the port; the parent runs the database and jobs. A process that dies is replaced,
 * and the others are not affected.
 */
export async function openWebCluster(
  size: number,
  env: { port: number; publicUrl: string; connectionString: string },
  log: Log,
): Promise<WebCluster> {
  // The processes accept from one queue of the system. If the parent distributed connections, one would be lost
  // silently when the process that it was meant for dies.
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
      'a web process exited unexpectedly; starting another',
    );
    setTimeout(() => {
      if (!isStopping) fork();
    }, RESTART_MILLISECONDS);
  });
  const stop = async () => {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && endWorker(worker)));
  };
  try {
    await Promise.all(Array.from({ length: size }, () => waitUntilListening(fork())));
  } catch (error) {
    await stop();
    throw error;
  }
  const aggregator = new AggregatorRegistry();
  return { stop, metrics: () => aggregator.clusterMetrics() };
}

async function waitUntilListening(worker: Worker): Promise<void> {
  const failure = once(worker, 'exit').then(() => {
    throw new Error('a web process could not be started');
  });
  await Promise.race([once(worker, 'listening'), failure]);
  failure.catch(() => undefined);
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const hasExited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await Promise.race([hasExited, sleep(MAX_STOP_MILLISECONDS, undefined, { ref: false })]);
  if (!worker.isDead()) worker.process.kill('SIGKILL');
}
