import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Runs programs of the project as processes of their own, which end with the test file that started them. */

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const children = new Set<ChildProcess>();
const folders: string[] = [];

after(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nightstand-life-'));
  chmodSync(folder, 0o700);
  folders.push(folder);
  return folder;
}

export interface SiteProcess {
  child: ChildProcess;
  output(): string;
}

/** The site, or another program, with these settings and none of the machine's. */
export function run(
  env: Record<string, string>,
  script = 'dist/site/main.js',
  args: string[] = [],
): SiteProcess {
  return runCommand(process.execPath, [resolve(root, script), ...args], env);
}

export function runCommand(command: string, args: string[], env: Record<string, string>): SiteProcess {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let text = '';
  child.stdout?.on('data', (data) => {
    text += data;
  });
  child.stderr?.on('data', (data) => {
    text += data;
  });
  return { child, output: () => text };
}

export function isAlive(pid: number): boolean {
  try {
    // A process in state Z has ended and only waits for its parent, so it is not alive.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !stat
      .slice(stat.lastIndexOf(')') + 1)
      .trimStart()
      .startsWith('Z');
  } catch {
    return false;
  }
}
