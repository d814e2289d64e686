import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#platform/http/free-port.ts';
import { startSite } from './support/running-site.ts';

const metricsPort = await freePort('127.0.0.1');
const site = await startSite({
  env: { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info', METRICS_PORT: String(metricsPort) },
});
after(() => site.stop());
// The first answer arrives before the second.
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

test('the metrics port sums the counters of both processes', async () => {
  // Each request has a connection of its own, which either process may accept.
  const answers = [];
  for (let n = 0; n < 20; n++)
    answers.push(await fetch(`${site.url}/api/auth/ways`, { headers: { connection: 'close' } }));
  assert.ok(answers.every(({ status }) => status === 200));
  const read = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const text = await read.text();
  assert.equal(read.status, 200, text);
  assert.match(
    text,
    /^nightstand_requests_total\{route="\/api\/auth\/ways",method="GET",status="200"\} 20$/m,
  );
  assert.match(text, /^nightstand_jobs\{state="given_up"\} 0$/m);
  const help = text.match(/^# HELP \S+/gm) ?? [];
  assert.equal(new Set(help).size, help.length, 'each is told once');
  assert.equal(await statusOf('/metrics'), 404, 'not to the public');
});

// Interface, Running: WEB_CONCURRENCY is the number of web processes, 1 by default
test('two processes serve readers, and one survives the other’s crash', async () => {
  const before = webProcesses();
  assert.equal(before.length, 2);
  process.kill(before[0] ?? 0, 'SIGKILL');
  const answers = [];
  for (let n = 0; n < 30; n++) answers.push(await statusOf('/'));
  // A request that the dying process had accepted is lost, and its client learns that at once.
  assert.ok(answers.filter((answer) => answer === 200).length >= 28, `${answers.join(' ')} ${site.output()}`);
  for (;;) {
    const now = webProcesses();
    if (now.length === 2 && !now.includes(before[0] ?? 0)) break;
    await pause(50);
  }
});
