import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a script of `scripts/` with nothing but these settings; both outputs are in `text`. */
export async function runCommand(
  script: string,
  args: string[],
  env: Record<string, string>,
  onStart: (child: ChildProcess) => Promise<void> = async () => {},
) {
  const child = spawn(process.execPath, [join(root, 'scripts', script), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
  const closed = once(child, 'close');
  await onStart(child);
  const [code] = await closed;
  return { code, text };
}
