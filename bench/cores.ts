import { spawnSync } from 'node:child_process';

/**
 * The machine has two cores: what is measured has one, who asks has the other. Else both move about, and what a server is
 * charged for an answer depends on where its client happens to run.
 */
export const CORE_OF_SITE = '0';
export const CORE_OF_CLIENT = '1';
export const BOTH_CORES = '0,1';

/** Keeps this process with its threads, and what it starts from now on, on these cores. */
export function keepTo(cores: string): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-p', '-c', cores, String(process.pid)]);
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}
