import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { median } from '../promises/promise.ts';

/**
 * A thousand connections that only stay open, made by `slowhttptest` (apt install slowhttptest), while
 * another client reads: `node bench/faults/slow-clients.ts`. The first run comes from one network, the second
 * appears to come from a thousand networks behind a proxy.
 */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 25);
const fewPlaces = fileURLToPath(new URL('../../tests/faults/variants/few-connections.ts', import.meta.url));

const kinds = {
  'slow heads': ['-H', '-i', '5'],
  'slow bodies': ['-B', '-i', '5', '-s', '8192', '-f', 'application/json'],
  'slow readers': ['-X', '-w', '1', '-y', '2', '-n', '5', '-z', '32', '-k', '3'],
};

/** One read from another network: its milliseconds, or undefined without an answer. */
function read({ url }: RunningSite, path: string): Promise<number | undefined> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const outgoing = request(
      url + path,
      { agent: false, localAddress: '127.1.0.1', timeout: 10_000 },
      (answer) => {
        answer
          .resume()
          .on('end', () => resolve(answer.statusCode === 200 ? performance.now() - begun : undefined));
      },
    );
    outgoing
      .on('timeout', () => outgoing.destroy())
      .on('error', () => resolve(undefined))
      .end();
  });
}

async function attack(site: RunningSite, args: string[]): Promise<string> {
  const all = ['-c', '1000', '-r', '250', '-l', String(SECONDS), '-p', '3', ...args, '-u', `${site.url}/`];
  const child = spawn('slowhttptest', all, { stdio: ['ignore', 'pipe', 'ignore'] });
  let words = '';
  child.stdout.on('data', (chunk: Buffer) => {
    words += chunk;
  });
  const times: number[] = [];
  let lost = 0;
  let isOver = false;
  const reading = (async () => {
    for (let n = 0; !isOver; n++) {
      for (const path of [`/search?q=slow${n}`, '/healthz']) {
        const milliseconds = await read(site, path);
        if (milliseconds === undefined) lost += 1;
        else times.push(milliseconds);
      }
      await pause(100);
    }
  })();
  await once(child, 'exit');
  isOver = true;
  await reading;
  const most = Math.max(
    ...[...stripVTControlCharacters(words).matchAll(/connected:\s+(\d+)/g)].map(([, count]) => Number(count)),
  );
  return `up to ${most} connections; ${times.length} answers in ${Math.round(median(times))} ms, longest ${Math.round(Math.max(...times))} ms; ${lost} without`;
}

for (const [what, env] of [
  ['from one network', {}],
  ['behind a proxy', { TRUST_PROXY: '127.0.0.0/8' }],
  ['control: places for 200', { TRUST_PROXY: '127.0.0.0/8', NODE_OPTIONS: `--import=${fewPlaces}` }],
] as const) {
  const site = await startSite({ env: { RATE_LIMITS: 'on', ...env } });
  try {
    for (const [kind, args] of Object.entries(kinds)) {
      if (what.startsWith('control') && kind !== 'slow heads') continue;
      process.stdout.write(`${what}, ${kind}: ${await attack(site, args)}\n`);
    }
  } finally {
    await site.stop();
  }
}
