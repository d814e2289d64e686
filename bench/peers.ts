import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { startNightstand } from './peers/nightstand.ts';
import type { Peer } from './peers/peer.ts';
import { startWordPress } from './peers/wordpress.ts';
import { median } from './promises/promise.ts';

/**
 * `node bench/peers.ts` compares Nightstand with WordPress, a writer's likely alternative, with the same
 * stories on the same machine. Both run as their packages set them up, Nightstand with its page cache and
 * WordPress with its opcode cache. Needs Debian's `wordpress wordpress-theme-twentytwentyone nginx php-fpm
 * php-mysql mariadb-server`, and root.
 */

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 16;

interface Load {
  answers: number;
  bytes: number;
  cpuSeconds: number;
}

function ask(agent: Agent, port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip' };
    const outgoing = request({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: ${answer.statusCode}`)),
      );
    });
    outgoing.on('error', reject).end();
  });
}

async function underLoad(peer: Peer, pathOf: () => string): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await ask(agent, peer.port, pathOf());
  const before = peer.cpuSeconds();
  const until = performance.now() + SECONDS * 1000;
  let [answers, bytes] = [0, 0];
  const keepAsking = async () => {
    while (performance.now() < until) {
      const size = await ask(agent, peer.port, pathOf());
      bytes += size;
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking));
  agent.destroy();
  return { answers, bytes, cpuSeconds: peer.cpuSeconds() - before };
}

/** Words that are searched for once each, so that no answer can come from a cache. */
let requestCount = 0;
const nextWord = () =>
  `${['lamp', 'harbour', 'letter', 'winter'][requestCount % 4]} ${(requestCount++).toString(36)}`;

const wanted: [string, (peer: Peer) => string][] = [
  ['home page', ({ paths }) => paths.home],
  ['a chapter', ({ paths }) => paths.chapter],
  ['a search, another each time', ({ paths }) => paths.search(nextWord())],
];

const peers: Peer[] = [];
try {
  peers.push(await startNightstand(), await startWordPress());
  process.stdout.write('| page | | answers a second of the processor | size | load |\n');
  process.stdout.write('| --- | --- | ---: | ---: | ---: |\n');
  for (const [what, pathOf] of wanted) {
    const rounds: Load[][] = peers.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, peer] of peers.entries()) rounds[at]?.push(await underLoad(peer, () => pathOf(peer)));
    }
    for (const [at, peer] of peers.entries()) {
      const loads = rounds[at] ?? [];
      const perCpuSecond = median(loads.map((load) => load.answers / load.cpuSeconds));
      const size = median(loads.map((load) => load.bytes / load.answers)) / 1024;
      process.stdout.write(
        `| ${what} | ${peer.name} | ${perCpuSecond.toFixed(0)} | ${size.toFixed(1)} kB | ${(loadavg()[0] ?? 0).toFixed(0)} |\n`,
      );
    }
  }
} finally {
  for (const peer of peers) {
    await peer.stop();
    await rm(peer.folder, { recursive: true, force: true });
  }
}
