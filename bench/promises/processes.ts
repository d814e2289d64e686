import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { type Load, memoryOf, nodeProcesses, putUnderLoad } from './load.ts';
import { type Measured, median } from './promise.ts';

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
export async function measureProcesses(): Promise<Measured[]> {
  const one = await startSite();
  const two = await startSite({ env: { WEB_CONCURRENCY: '2' } });
  try {
    await new Promise((resolve) => setTimeout(resolve, RESTING_MILLISECONDS));
    const pid = one.child.pid ?? 0;
    const atRest = memoryOf(pid);
    // This page is never cached, so the load is on the server and hardly on the client, which has the same
    // cores.
    const load = { path: '/no/such/page', seconds: SECONDS, connections: 64 };
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        one: await putUnderLoad(() => nodeProcesses(pid), { ...load, port: Number(new URL(one.url).port) }),
        two: await putUnderLoad(() => nodeProcesses(two.child.pid ?? 0), {
          ...load,
          port: Number(new URL(two.url).port),
        }),
      });
    const afterPages = await memoryAfterPages(one, 0);
    const afterMorePages = Math.max(await memoryAfterPages(one, 1), await memoryAfterPages(one, 2));
    const last = rounds.at(-1);
    return [
      {
        what: 'two web processes beside one, pages made anew',
        reached: median(rounds.map((round) => perSecond(round.two) / perSecond(round.one))),
        limit: 1.6,
        better: 'more',
        detail:
          last === undefined
            ? ''
            : `the client takes its share of the cores; ${Math.round(perSecond(last.one))}/s with ${(last.one.cpuSeconds / last.one.seconds).toFixed(2)} cores, ${Math.round(perSecond(last.two))}/s with ${(last.two.cpuSeconds / last.two.seconds).toFixed(2)}`,
      },
      {
        what: 'memory of a process at rest',
        reached: atRest,
        limit: 200,
        better: 'less',
        unit: 'MB',
        detail: 'resident, with the worker for jobs in it',
      },
      {
        what: 'memory of a process is bounded: after 9,000 different pages beside 3,000, both after full load',
        reached: afterMorePages / afterPages,
        limit: 1.1,
        better: 'less',
        detail: `${Math.round(afterPages)} and ${Math.round(afterMorePages)} MB, 64 of them the cache`,
      },
    ];
  } finally {
    await one.stop();
    await two.stop();
  }
}
