import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { CORE_OF_CLIENT, CORE_OF_SITE, keepTo } from '../cores.ts';
import { memoryOf } from '../promises/load.ts';

/**
 * Sends more requests than the site can serve, at a fixed rate: `node bench/faults/overload.ts`. Every
 * request is a new search from a network of its own. A second run switches load shedding off. The site with
 * its database has one core and the client the other, so that the client takes no time from the site.
 */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 10);
const CONNECTIONS_AT_CAPACITY = 24;
/** After the overload, requests arrive at half of the capacity, and each second is evaluated on its own. */
const CALM_SECONDS = 8;

interface Told {
  at: number;
  status: number;
  retryAfter: string | undefined;
  milliseconds: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
let requestCount = 0;

function ask({ url }: RunningSite): Promise<Told> {
  const at = performance.now();
  requestCount += 1;
  const headers = {
    'x-forwarded-for': `10.${requestCount >> 16}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
  };
  return new Promise((resolve) => {
    const report = (status: number, retryAfter?: string) =>
      resolve({ at, status, retryAfter, milliseconds: performance.now() - at });
    const sent = request(
      `${url}/api/search?query=lamp${requestCount}`,
      { agent, headers, timeout: 20_000 },
      (answer) => {
        answer.resume().on('end', () => report(answer.statusCode ?? 0, answer.headers['retry-after']));
      },
    );
    sent
      .on('timeout', () => sent.destroy())
      .on('error', () => report(0))
      .end();
  });
}

/** Measures the answers per second while every client sends its next request after an answer. */
async function capacityOf(site: RunningSite): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let answers = 0;
  const keepAsking = async () => {
    while (performance.now() < end) if ((await ask(site)).status === 200) answers += 1;
  };
  await Promise.all(Array.from({ length: CONNECTIONS_AT_CAPACITY }, keepAsking));
  return answers / SECONDS;
}

/** Sends requests at a fixed rate, however fast the answers arrive. */
async function askAtRate(site: RunningSite, rate: number, seconds: number) {
  const begun = performance.now();
  const answers: Promise<Told>[] = [];
  let memory = 0;
  while (performance.now() - begun < seconds * 1000) {
    const due = ((performance.now() - begun) / 1000) * rate;
    while (answers.length < due) answers.push(ask(site));
    memory = Math.max(memory, memoryOf(site.child.pid ?? 0));
    await pause(5);
  }
  return { told: await Promise.all(answers), memory };
}

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
const rounded = (figure: number) => Math.round(figure);

async function overload(site: RunningSite, capacity: number, times: number): Promise<void> {
  const begun = performance.now();
  const { told, memory } = await askAtRate(site, capacity * times, SECONDS);
  const served = told.filter(({ status }) => status === 200);
  // Answers after the last request belong to no rate.
  const good = served.filter(({ at, milliseconds }) => at + milliseconds < begun + SECONDS * 1000);
  const refused = told.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) >= 1);
  const waits = refused.map(({ milliseconds }) => milliseconds);
  const calmFrom = performance.now();
  const calm = await askAtRate(site, capacity / 2, CALM_SECONDS);
  const lastRefused = Math.max(0, ...calm.told.filter((one) => one.status !== 200).map((one) => one.at));
  process.stdout.write(
    `${times} times capacity: ${rounded(told.length / SECONDS)} a second asked, goodput ${rounded((100 * good.length) / SECONDS / capacity)} % of capacity` +
      `, served in ${rounded(
        quantile(
          good.map(({ milliseconds }) => milliseconds),
          0.5,
        ),
      )} ms (p99 ${rounded(
        quantile(
          good.map(({ milliseconds }) => milliseconds),
          0.99,
        ),
      )})` +
      `, ${refused.length} refused in ${rounded(quantile(waits, 0.5))} ms (p99 ${rounded(quantile(waits, 0.99))})` +
      `, ${told.length - served.length - refused.length} otherwise, memory up to ${rounded(memory)} MB` +
      `, last refusal ${lastRefused === 0 ? 0 : ((lastRefused - calmFrom) / 1000).toFixed(1)} s after\n`,
  );
}

for (const [what, rateLimits] of [
  ['as it is', 'on'],
  ['control: everybody comes in', 'off'],
] as const) {
  keepTo(CORE_OF_SITE);
  const site = await startSite({ env: { RATE_LIMITS: rateLimits, TRUST_PROXY: '127.0.0.1/32' } });
  keepTo(CORE_OF_CLIENT);
  try {
    await capacityOf(site);
    const capacity = await capacityOf(site);
    process.stdout.write(
      `${what}: capacity ${rounded(capacity)} a second (load ${loadavg()[0]?.toFixed(0)})\n`,
    );
    for (const times of [2, 5]) await overload(site, capacity, times);
  } finally {
    await site.stop();
  }
}
agent.destroy();
