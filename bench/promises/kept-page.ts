import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { BOTH_CORES, CORE_OF_CLIENT, CORE_OF_SITE, keepTo } from '../cores.ts';
import { type Load, nodeProcesses, putUnderLoad } from './load.ts';
import type { Measured } from './promise.ts';

const SECONDS = 1.2;
const ROUNDS = 4;
/** Two processes of the same program lie an eighth apart, each for as long as it lives. */
const STARTS = 3;

const asked = { 'accept-encoding': 'br' };
const promises = [
  { name: 'page', path: '/', isHeld: false, limit: 0.7 },
  { name: 'page', path: '/', isHeld: true, limit: 0.8 },
  { name: 'API list', path: '/api/frontpage?sort=new', isHeld: false, limit: 0.7 },
  { name: 'API list', path: '/api/frontpage?sort=new', isHeld: true, limit: 0.8 },
] as const;

interface Whole {
  headers: [string, string][];
  body: Buffer;
}

/** The answer as it goes over the wire, still compressed. */
function fetchWhole(url: string, path: string): Promise<Whole> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers: asked }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const own = ['date', 'connection', 'keep-alive'];
      resolve({
        headers: Object.entries(answer.headers)
          .filter(([name]) => !own.includes(name))
          .map(([name, value]) => [name, String(value)]),
        body: Buffer.concat(chunks),
      });
    });
    sent.on('error', reject).end();
  });
}

async function startBare({ headers, body }: Whole): Promise<{ process: ChildProcess; port: number }> {
  keepTo(CORE_OF_SITE);
  const process = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)));
  keepTo(CORE_OF_CLIENT);
  process.send({ headers, body: body.toString('base64') });
  const [port] = (await once(process, 'message')) as [number];
  return { process, port };
}

interface Loads {
  own: Load[];
  bare: Load[];
}

/** Site and bare server in turns, on the same core. */
async function compare(
  site: RunningSite,
  { path, isHeld }: { path: string; isHeld: boolean },
): Promise<Loads> {
  await fetchWhole(site.url, path);
  const whole = await fetchWhole(site.url, path);
  const etag = whole.headers.find(([header]) => header === 'etag')?.[1] ?? '';
  const load = { path, headers: isHeld ? { ...asked, 'if-none-match': etag } : asked, seconds: SECONDS };
  const bare = await startBare(whole);
  const sitePids = () => nodeProcesses(site.child.pid ?? 0);
  const barePids = () => [bare.process.pid ?? 0];
  const loads: Loads = { own: [], bare: [] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      loads.own.push(await putUnderLoad(sitePids, { ...load, port: Number(new URL(site.url).port) }));
      loads.bare.push(await putUnderLoad(barePids, { ...load, port: bare.port }));
    }
  } finally {
    bare.process.kill();
  }
  return loads;
}

const microseconds = (loads: Load[]) =>
  loads.map(({ answers, cpuSeconds }) => (cpuSeconds / answers) * 1e6).sort((one, other) => one - other);

/**
 * A kept page, and a kept answer of the API, beside a bare server that sends the same bytes: by the processor time of an
 * answer, and of each the cheapest round, as what else goes on in the machine only ever adds to it.
 */
export async function measureKept(): Promise<Measured[]> {
  const loads: Loads[] = promises.map(() => ({ own: [], bare: [] }));
  for (let start = 0; start < STARTS; start++) {
    keepTo(CORE_OF_SITE);
    const site = await startSite();
    keepTo(CORE_OF_CLIENT);
    try {
      for (const [index, promise] of promises.entries()) {
        const { own, bare } = await compare(site, promise);
        loads[index]?.own.push(...own);
        loads[index]?.bare.push(...bare);
      }
    } finally {
      await site.stop();
    }
  }
  keepTo(BOTH_CORES);
  return promises.map(({ name, isHeld, limit }, index) => {
    const own = microseconds(loads[index]?.own ?? []);
    const bare = microseconds(loads[index]?.bare ?? []);
    const range = (times: number[]) => `${times[0]?.toFixed(0)} to ${times.at(-1)?.toFixed(0)} µs`;
    return {
      what: `${name}, ${isHeld ? 'not changed since' : 'kept'}: requests beside a bare node:http server`,
      reached: (bare[0] ?? 0) / (own[0] ?? 1),
      limit,
      better: 'more',
      detail: `of processor time: ${range(own)} beside ${range(bare)}`,
    };
  });
}
