import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { BOTH_CORES, CORE_OF_CLIENT, CORE_OF_SITE, keepTo } from '../cores.ts';
import { type Load, nodeProcesses, openClient } from './load.ts';
import { type Measurement, median } from './promise.ts';

/**
 * Site and bare server are measured alternately, for periods as short as processor time can be read for, because the machine's speed
 * changes every second.
 */
const SECONDS = 0.4;
const ROUNDS = 24;
/** Two processes of the same program differ by an eighth, each for as long as it lives. */
const STARTS = 3;

/** The share of a bare server's requests that the site answers. */
const LIMIT = 0.95;

const requestHeaders = { 'accept-encoding': 'br' };
const promises = [
  { name: 'page', path: '/', isConditional: false },
  { name: 'page', path: '/', isConditional: true },
  { name: 'API list', path: '/api/frontpage?sort=new', isConditional: false },
  { name: 'API list', path: '/api/frontpage?sort=new', isConditional: true },
] as const;

interface RawResponse {
  headers: [string, string][];
  body: Buffer;
}

/** The answer as it goes over the wire, still compressed. */
function fetchRaw(url: string, path: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers: requestHeaders }, async (answer) => {
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

async function startBareServer({
  headers,
  body,
}: RawResponse): Promise<{ process: ChildProcess; port: number }> {
  keepTo(CORE_OF_SITE);
  const process = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)));
  keepTo(CORE_OF_CLIENT);
  process.send({ headers, body: body.toString('base64') });
  const [port] = (await once(process, 'message')) as [number];
  return { process, port };
}

interface Round {
  /** The processor time of one answer in microseconds. */
  site: number;
  bare: number;
}

const microseconds = ({ answers, cpuSeconds }: Load) => (cpuSeconds / answers) * 1e6;

async function compare(
  site: RunningSite,
  { path, isConditional }: { path: string; isConditional: boolean },
): Promise<Round[]> {
  await fetchRaw(site.url, path);
  const rawResponse = await fetchRaw(site.url, path);
  const etag = rawResponse.headers.find(([header]) => header === 'etag')?.[1] ?? '';
  const load = {
    path,
    headers: isConditional ? { ...requestHeaders, 'if-none-match': etag } : requestHeaders,
  };
  const bare = await startBareServer(rawResponse);
  const own = await openClient(() => nodeProcesses(site.child.pid ?? 0), {
    ...load,
    port: Number(new URL(site.url).port),
  });
  const other = await openClient(() => [bare.process.pid ?? 0], { ...load, port: bare.port });
  const rounds: Round[] = [];
  try {
    for (const client of [own, other]) await client.measure(1);
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        site: microseconds(await own.measure(SECONDS)),
        bare: microseconds(await other.measure(SECONDS)),
      });
  } finally {
    own.close();
    other.close();
    bare.process.kill();
  }
  return rounds;
}

/**
 * Measures a cached page, and a cached answer of the API, against a bare server that sends the same bytes:
 * the median over all rounds of the processor time per answer, because the client works on the same machine.
 */
export async function measureCachedResponses(): Promise<Measurement[]> {
  const rounds: Round[][] = promises.map(() => []);
  for (let start = 0; start < STARTS; start++) {
    keepTo(CORE_OF_SITE);
    const site = await startSite();
    keepTo(CORE_OF_CLIENT);
    try {
      for (const [index, promise] of promises.entries())
        rounds[index]?.push(...(await compare(site, promise)));
    } finally {
      await site.stop();
    }
  }
  keepTo(BOTH_CORES);
  return promises.map(({ name, isConditional }, index) => {
    const measuredRounds = rounds[index] ?? [];
    const ratios = measuredRounds.map(({ site, bare }) => bare / site).sort((one, other) => one - other);
    const quantile = (share: number) => ratios[Math.floor(ratios.length * share)]?.toFixed(2);
    const time = (which: keyof Round) => median(measuredRounds.map((round) => round[which])).toFixed(0);
    return {
      name: `${name}, ${isConditional ? 'not modified' : 'cached'}: requests beside a bare node:http server`,
      reached: median(ratios),
      limit: LIMIT,
      better: 'more',
      detail: `of processor time: ${time('site')} µs beside ${time('bare')}; half of all rounds from ${quantile(0.25)} to ${quantile(0.75)}`,
    };
  });
}
