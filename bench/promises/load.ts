import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('load-client.ts', import.meta.url));
/** The kernel counts time in hundredths of a second. */
const TICKS = 100;

export interface Load {
  answers: number;
  seconds: number;
  /** What the server's processes used of the processor. */
  cpuSeconds: number;
}

/** Asks for one thing again and again, on many connections, from a process of its own. */
export async function putUnderLoad(
  serverPids: () => number[],
  request: {
    port: number;
    path: string;
    headers?: Record<string, string>;
    seconds: number;
    connections?: number;
  },
): Promise<Load> {
  const child = spawn(process.execPath, [client, JSON.stringify({ connections: 32, ...request })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  // The first line says that it is warm.
  await once(lines, 'line');
  const before = cpuOf(serverPids());
  const [line] = (await once(lines, 'line')) as [string];
  const cpuSeconds = cpuOf(serverPids()) - before;
  return { ...(JSON.parse(line) as { answers: number; seconds: number }), cpuSeconds };
}

function cpuOf(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS;
  }, 0);
}

/** A process and those that it has started which run Node, not the database. */
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
