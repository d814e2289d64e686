import { median } from './promise.ts';

export interface Comparison {
  /** The median of the ratios of all rounds. */
  ratio: number;
  /** For people: the medians of both. */
  detail: string;
}

async function time(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Measures two pieces of work alternately, each first in every other round, because a machine is never equally fast for
 * long. The first fifth of the rounds warms up.
 */
export async function compareAlternately(
  rounds: number,
  work: () => unknown,
  other: () => unknown,
): Promise<Comparison> {
  const ratios: number[] = [];
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const isFirst = round % 2 === 0;
    const first = await time(isFirst ? work : other);
    const second = await time(isFirst ? other : work);
    if (round < rounds / 5) continue;
    const [own, others] = isFirst ? [first, second] : [second, first];
    ratios.push(own / others);
    times[0].push(own);
    times[1].push(others);
  }
  return {
    ratio: median(ratios),
    detail: times.map((all) => `${median(all).toFixed(2)} ms`).join(' beside '),
  };
}
