import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { api } from '#app/api.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { anonymous } from '#platform/http/caller.ts';
import { jobs } from '#platform/jobs/jobs.ts';
import type { Context } from '#platform/runtime/context.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { median } from './promises/promise.ts';

/**
 * Measures what hidden tags and filters add to lists: `node bench/filters.ts --databases URL,URL [--rounds 60]`, on libraries
 * of bench/generate.ts. Each list is requested with and without, alternately, past the response cache; the median of the
 * ratios counts.
 */
const { values } = parseArgs({
  options: { databases: { type: 'string', default: '' }, rounds: { type: 'string', default: '60' } },
});
const HIDDEN_TAGS = 200;
const log = createLogger({ level: 'error' });
const byName = new Map(api.map((implementation) => [implementation.call.name, implementation]));

interface Case {
  name: string;
  call: string;
  without: object;
  with: object;
}

async function casesOf(db: Database): Promise<Case[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from tags where story_count > 0 order by story_count desc, id`.execute(db);
  const [common] = rows;
  if (common === undefined) throw new Error('an empty library');
  const idsFrom = (start: number, step: number) =>
    `t=${Array.from({ length: HIDDEN_TAGS }, (_, at) => rows[Math.floor(start + at * step)]?.id)
      .filter((id) => id !== undefined)
      .join()}`;
  // Over all but the ten commonest tags, which few readers hide.
  const spread = idsFrom(10, (rows.length - 10) / HIDDEN_TAGS);
  const frequent = idsFrom(1, 1);
  const cases: Case[] = [];
  const add = (name: string, call: string, without: object, more: object) =>
    cases.push({ name, call, without, with: { ...without, ...more } });
  for (const [what, hidden] of [
    ['200 tags', spread],
    ['the 200 most used tags but one', frequent],
  ] as const) {
    add(`${what}: list, trending`, 'frontpage', { sort: 'trending' }, { hidden });
    add(`${what}: list, new, page 20`, 'frontpage', { sort: 'new', page: '20' }, { hidden });
    add(`${what}: the commonest tag`, 'frontpage', { tag: common.name }, { hidden });
    add(`${what}: list of tags`, 'topTags', { sort: 'trending' }, { hidden });
  }
  const nothing = { status: 'complete', min_words: '99000000' };
  add('a filter that matches nothing: list, trending', 'frontpage', { sort: 'trending' }, nothing);
  add('a filter that matches nothing: the commonest tag', 'frontpage', { tag: common.name }, nothing);
  const rare = rows.at(-1)?.name ?? '';
  add('a filter by two tags, one rare', 'frontpage', {}, { tags: `${common.name},${rare}` });
  return cases;
}

async function timeOf(context: Context, call: string, input: object): Promise<number> {
  const begun = performance.now();
  const outcome = await byName.get(call)?.run(context, input, anonymous);
  if (!outcome?.ok)
    throw new Error(`${call} ${JSON.stringify(input)}: ${outcome?.message ?? 'no such call'}`);
  return performance.now() - begun;
}

for (const connectionString of values.databases.split(',')) {
  const { db, close } = openDatabase({ connectionString, log });
  // Only the members that lists use.
  const context = { db, jobs, log } satisfies Partial<Context> as unknown as Context;
  try {
    const { rows } = await sql<{ listed: number }>`select listed from story_totals`.execute(db);
    process.stdout.write(`\n| ${rows[0]?.listed} stories | without | with | ratio |\n`);
    process.stdout.write('| --- | ---: | ---: | ---: |\n');
    for (const one of await casesOf(db)) {
      const plain: number[] = [];
      const more: number[] = [];
      const rounds = Number(values.rounds);
      for (let round = -3; round < rounds; round += 1) {
        const order = round % 2 === 0 ? [one.without, one.with] : [one.with, one.without];
        const times = new Map<object, number>();
        for (const input of order) times.set(input, await timeOf(context, one.call, input));
        if (round < 0) continue;
        plain.push(times.get(one.without) ?? Number.NaN);
        more.push(times.get(one.with) ?? Number.NaN);
      }
      const ratio = median(more.map((time, at) => time / (plain[at] ?? Number.NaN)));
      const figures = [median(plain).toFixed(1), median(more).toFixed(1), ratio.toFixed(2)];
      process.stdout.write(`| ${one.name} | ${figures.join(' | ')} |\n`);
    }
  } finally {
    await close();
  }
}
