import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startSite } from '#tests/support/running-site.ts';
import { type Load, nodeProcesses, putUnderLoad } from './load.ts';
import { type Measured, median } from './promise.ts';

const SECONDS = 1.5;
/** In turns and many, since what the machine has left for each changes from one second to the next. */
const ROUNDS = 7;

interface Whole {
  headers: [string, string][];
  body: Buffer;
}

/** The answer as it goes over the wire, still compressed. */
function fetchWhole(url: string, path: string, headers: Record<string, string>): Promise<Whole> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { headers }, async (answer) => {
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
    asked.on('error', reject).end();
  });
}

const perCpuSecond = ({ answers, cpuSeconds }: Load) => answers / cpuSeconds;
const perSecond = ({ answers, seconds }: Load) => Math.round(answers / seconds).toLocaleString('en');

/** A kept page, and a kept answer of the API, beside a bare server that sends the same bytes. */
export async function measureKept(): Promise<Measured[]> {
  const site = await startSite();
  const measured: Measured[] = [];
  try {
    for (const [name, path] of [
      ['page', '/'],
      ['API list', '/api/frontpage?sort=new'],
    ] as const) {
      const asked = { 'accept-encoding': 'br' };
      await fetchWhole(site.url, path, asked);
      const whole = await fetchWhole(site.url, path, asked);
      const etag = whole.headers.find(([header]) => header === 'etag')?.[1] ?? '';
      const bare = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)));
      bare.send({ headers: whole.headers, body: whole.body.toString('base64') });
      const [barePort] = (await once(bare, 'message')) as [number];
      try {
        for (const [kind, headers, limit] of [
          ['kept', asked, 0.7],
          ['not changed since', { ...asked, 'if-none-match': etag }, 0.8],
        ] as const) {
          const pairs: { own: Load; limit: Load }[] = [];
          for (let round = 0; round < ROUNDS; round++) {
            const load = { path, headers, seconds: SECONDS };
            pairs.push({
              own: await putUnderLoad(() => nodeProcesses(site.child.pid ?? 0), {
                ...load,
                port: Number(new URL(site.url).port),
              }),
              limit: await putUnderLoad(() => [bare.pid ?? 0], { ...load, port: barePort }),
            });
          }
          const last = pairs.at(-1);
          measured.push({
            what: `${name}, ${kind}: requests beside a bare node:http server`,
            reached: median(pairs.map((pair) => perCpuSecond(pair.own) / perCpuSecond(pair.limit))),
            limit,
            better: 'more',
            detail:
              last === undefined
                ? ''
                : `by processor time; in the last round ${perSecond(last.own)}/s and ${perSecond(last.limit)}/s`,
          });
        }
      } finally {
        bare.kill();
      }
    }
  } finally {
    await site.stop();
  }
  return measured;
}
