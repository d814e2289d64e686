import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startSite } from './support/running-site.ts';

const site = await startSite({ env: { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' } });
after(() => site.stop());
// The first of them answers before the second does.
while (!site.output().includes('Nightstand is open')) await pause(20);

function webProcesses(): number[] {
  const children = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(site.child.pid)], {
    encoding: 'utf8',
  });
  // The database is a child of the same process.
  return children
    .split('\n')
    .filter((line) => !/postgres|ps$|unshare/.test(line))
    .flatMap((line) => (line.trim() === '' ? [] : [Number.parseInt(line, 10)]));
}

async function statusOf(path: string): Promise<number | string> {
  return fetch(site.url + path, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.status,
    (error: Error) => error.name,
  );
}

test('readers are served by two processes, and go on reading when one of them dies', async () => {
  const before = webProcesses();
  assert.equal(before.length, 2);
  process.kill(before[0] ?? 0, 'SIGKILL');
  const answers = [];
  for (let n = 0; n < 30; n++) answers.push(await statusOf('/'));
  // A request that the dying process had accepted is lost; nobody waits for nothing.
  assert.ok(answers.filter((answer) => answer === 200).length >= 28, `${answers.join(' ')} ${site.output()}`);
  for (;;) {
    const now = webProcesses();
    if (now.length === 2 && !now.includes(before[0] ?? 0)) break;
    await pause(50);
  }
});
