import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { type Load, memoryOf, nodeProcesses, putUnderLoad } from './load.ts';
import { type Measurement, median } from './promise.ts';

const SECONDS = 4;
const ROUNDS = 3;
const RESTING_MILLISECONDS = 3_000;

const perSecond = ({ answers, seconds }: Load) => answers / seconds;

/** Requests more new addresses than the cache holds. */
async function memoryAfterPages({ url, child }: RunningSite, turn: number): Promise<number> {
  for (let n = 0; n < 3_000; n++)
    await fetch(`${url}/search?q=word${turn}x${n}`).then((answer) => answer.arrayBuffer());
  return memoryOf(child.pid ?? 0);
}

/** Compares two web processes with one, and the memory of a process at rest with that after much work. */
export async function measureProcesses(): Promise<Measurement[]> {
  const single = await startSite();
  const double = await startSite({ env: { WEB_CONCURRENCY: '2' } });
  try {
    await new Promise((resolve) => setTimeout(resolve, RESTING_MILLISECONDS));
    const pid = single.child.pid ?? 0;
    const atRest = memoryOf(pid);
    // This page is never cached, so the load is on the server and hardly on the client, which has the same
    // cores.
    const load = { path: '/no/such/page', seconds: SECONDS, connections: 64 };
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        one: await putUnderLoad(() => nodeProcesses(pid), {
          ...load,
          port: Number(new URL(single.url).port),
        }),
        two: await putUnderLoad(() => nodeProcesses(double.child.pid ?? 0), {
          ...load,
          port: Number(new URL(double.url).port),
        }),
      });
    const afterPages = await memoryAfterPages(single, 0);
    const afterMorePages = Math.max(await memoryAfterPages(single, 1), await memoryAfterPages(single, 2));
    const last = rounds.at(-1);
    return [
      {
        name: 'two web processes beside one, rendered pages',
        reached: median(rounds.map((round) => perSecond(round.two) / perSecond(round.one))),
        limit: 1.6,
        better: 'more',
        detail:
          last === undefined
            ? ''
            : `the client takes its share of the cores; ${Math.round(perSecond(last.one))}/s with ${(last.one.cpuSeconds / last.one.seconds).toFixed(2)} cores, ${Math.round(perSecond(last.two))}/s with ${(last.two.cpuSeconds / last.two.seconds).toFixed(2)}`,
      },
      {
        name: 'memory of a process at rest',
        reached: atRest,
        limit: 200,
        better: 'less',
        unit: 'MB',
        detail: 'resident, with the worker for jobs in it',
      },
      {
        name: 'memory of a process is bounded: after 9,000 different pages beside 3,000, both after full load',
        reached: afterMorePages / afterPages,
        limit: 1.1,
        better: 'less',
        detail: `${Math.round(afterPages)} and ${Math.round(afterMorePages)} MB, 64 of them the cache`,
      },
    ];
  } finally {
    await single.stop();
    await double.stop();
  }
}
