import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LoadOptions, LoadResult } from './load-client.ts';

const client = fileURLToPath(new URL('load-client.ts', import.meta.url));
/** The kernel counts time in hundredths of a second. */
const TICKS = 100;

export interface Load extends LoadResult {
  /** The processor time that the server's processes used. */
  cpuSeconds: number;
}

/** Sends one request again and again, on many connections, from a process of its own. */
export interface Client {
  /** A server is warm after at least one second of load. */
  measure(seconds: number): Promise<Load>;
  close(): void;
}

export async function openClient(
  serverPids: () => number[],
  options: Omit<LoadOptions, 'connections'> & { connections?: number },
): Promise<Client> {
  const child = fork(client);
  child.send({ connections: 32, ...options } satisfies LoadOptions);
  await once(child, 'message');
  return {
    async measure(seconds) {
      const before = cpuOf(serverPids());
      child.send('start');
      await sleep(seconds * 1000);
      child.send('stop');
      const [result] = (await once(child, 'message')) as [LoadResult];
      return { ...result, cpuSeconds: cpuOf(serverPids()) - before };
    },
    close: () => child.kill(),
  };
}

/** Measures once, after a second of load that warms the server. */
export async function putUnderLoad(
  serverPids: () => number[],
  { seconds, ...options }: Parameters<typeof openClient>[1] & { seconds: number },
): Promise<Load> {
  const openedClient = await openClient(serverPids, options);
  try {
    await openedClient.measure(1);
    return await openedClient.measure(seconds);
  } finally {
    openedClient.close();
  }
}

function cpuOf(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS;
  }, 0);
}

/** The process and those of its children that run Node, without the database. */
export function nodeProcesses(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return Number(rest.split(' ')[1]) === pid && command.includes('dist/site/main.js');
      } catch {
        return false;
      }
    })
    .map(Number);
  return [pid, ...children];
}

/** The memory of a process in megabytes. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
