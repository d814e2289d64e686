import { spawnSync } from 'node:child_process';

/**
 * The measured server gets one core of the machine and the client the other. If both moved between the cores,
 * the time charged to a server for an answer would depend on where its client happens to run.
 */
export const CORE_OF_SITE = '0';
export const CORE_OF_CLIENT = '1';
export const BOTH_CORES = '0,1';

/** Pins this process with its threads, and every process that it starts later, to these cores. */
export function keepTo(cores: string): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-p', '-c', cores, String(process.pid)]);
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}
