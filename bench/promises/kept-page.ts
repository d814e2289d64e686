import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { BOTH_CORES, CORE_OF_CLIENT, CORE_OF_SITE, keepTo } from '../cores.ts';
import { type Load, nodeProcesses, openClient } from './load.ts';
import { type Measured, median } from './promise.ts';

/**
 * Site and bare server take turns as short as processor time can be read for, because the machine's speed
 * changes every second.
 */
const SECONDS = 0.4;
const TURNS = 24;
/** Two processes of the same program differ by an eighth, each for as long as it lives. */
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

interface Turn {
  /** The processor time of one answer in microseconds. */
  own: number;
  bare: number;
}

const microseconds = ({ answers, cpuSeconds }: Load) => (cpuSeconds / answers) * 1e6;

async function compare(
  site: RunningSite,
  { path, isHeld }: { path: string; isHeld: boolean },
): Promise<Turn[]> {
  await fetchWhole(site.url, path);
  const whole = await fetchWhole(site.url, path);
  const etag = whole.headers.find(([header]) => header === 'etag')?.[1] ?? '';
  const load = { path, headers: isHeld ? { ...asked, 'if-none-match': etag } : asked };
  const bare = await startBare(whole);
  const own = await openClient(() => nodeProcesses(site.child.pid ?? 0), {
    ...load,
    port: Number(new URL(site.url).port),
  });
  const other = await openClient(() => [bare.process.pid ?? 0], { ...load, port: bare.port });
  const turns: Turn[] = [];
  try {
    for (const client of [own, other]) await client.ask(1);
    for (let turn = 0; turn < TURNS; turn++)
      turns.push({ own: microseconds(await own.ask(SECONDS)), bare: microseconds(await other.ask(SECONDS)) });
  } finally {
    own.close();
    other.close();
    bare.process.kill();
  }
  return turns;
}

/**
 * Measures a cached page, and a cached answer of the API, against a bare server that sends the same bytes:
 * the median over all turns of the processor time per answer, because the client works on the same machine.
 */
export async function measureKept(): Promise<Measured[]> {
  const turns: Turn[][] = promises.map(() => []);
  for (let start = 0; start < STARTS; start++) {
    keepTo(CORE_OF_SITE);
    const site = await startSite();
    keepTo(CORE_OF_CLIENT);
    try {
      for (const [index, promise] of promises.entries())
        turns[index]?.push(...(await compare(site, promise)));
    } finally {
      await site.stop();
    }
  }
  keepTo(BOTH_CORES);
  return promises.map(({ name, isHeld, limit }, index) => {
    const of = turns[index] ?? [];
    const ratios = of.map(({ own, bare }) => bare / own).sort((one, other) => one - other);
    const quarter = (part: number) => ratios[Math.floor(ratios.length * part)]?.toFixed(2);
    const time = (which: keyof Turn) => median(of.map((turn) => turn[which])).toFixed(0);
    return {
      what: `${name}, ${isHeld ? 'not changed since' : 'kept'}: requests beside a bare node:http server`,
      reached: median(ratios),
      limit,
      better: 'more',
      detail: `of processor time: ${time('own')} µs beside ${time('bare')}; half of all turns from ${quarter(0.25)} to ${quarter(0.75)}`,
    };
  });
}
