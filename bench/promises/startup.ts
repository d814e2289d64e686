import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#platform/http/free-port.ts';
import { startSite } from '#tests/support/running-site.ts';
import { type Measurement, median } from './promise.ts';

const ROUNDS = 5;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Measures the time from the start of the process to the first page, on an existing database. */
export async function measureStart(): Promise<Measurement[]> {
  const preparedSite = await startSite();
  const dataDir = await mkdtemp(join(tmpdir(), 'nightstand-start-'));
  preparedSite.child.kill('SIGTERM');
  await once(preparedSite.child, 'exit');
  await cp(preparedSite.dataDir, dataDir, { recursive: true });
  await preparedSite.stop();
  const times: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const port = await freePort('127.0.0.1');
      const startedAt = performance.now();
      const child = spawn(process.execPath, ['dist/site/main.js'], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          DATA_DIR: dataDir,
          LOG_LEVEL: 'error',
        },
        stdio: 'ignore',
      });
      while ((await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.status !== 200)
        await pause(5);
      times.push((performance.now() - startedAt) / 1000);
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return [
    {
      name: 'from start to first page',
      reached: median(times),
      limit: 2,
      better: 'less',
      unit: 's',
      detail: `shortest ${Math.min(...times).toFixed(2)} s`,
    },
  ];
}
