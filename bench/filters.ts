import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { urls } from '#urls.ts';
import { withSiteOn } from './promises/open-site.ts';
import { median } from './promises/promise.ts';

/**
 * Measures what hidden tags and filters add to lists: `node bench/filters.ts --databases URL,URL [--rounds 60] [--only
 * WORDS]`, on libraries of bench/generate.ts and after a build; `--only` takes the cases with these words in their names.
 * Each answer is requested with and without, alternately, from the whole server without its response cache; the median of
 * the ratios counts.
 */
const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: '' },
    rounds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
  },
});
const HIDDEN_TAGS = 200;

interface Request {
  path: string;
  /** The hidden set in a round. */
  hidden?: (round: number) => string;
}

interface Case {
  name: string;
  without: Request;
  with: Request;
}

async function casesOf(db: Database): Promise<Case[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from tags where story_count > 0 order by story_count desc, id`.execute(db);
  const [common] = rows;
  if (common === undefined) throw new Error('an empty library');
  const idsFrom = (start: number, step: number) =>
    Array.from({ length: HIDDEN_TAGS }, (_, at) => rows[Math.floor(start + at * step)]?.id).filter(
      (id) => id !== undefined,
    );
  const always = (ids: number[]) => (_round: number) => `t=${ids.join()}`;
  const tag = encodeURIComponent(common.name);
  const lists = {
    'list, trending': '/api/frontpage?sort=trending',
    'list, new, page 20': '/api/frontpage?sort=new&page=20',
    'the commonest tag': `/api/frontpage?tag=${tag}`,
    'list of tags': '/api/search/tags/top?sort=trending',
    'list of tags by name': '/api/search/tags?sort=name',
    'home page': '/',
    'page of the commonest tag': urls.tag(common.name),
  };
  // Over all but the ten commonest tags, which few readers hide.
  const spread = idsFrom(10, (rows.length - 10) / HIDDEN_TAGS);
  const sets = {
    '200 tags': always(spread),
    'the 200 most used tags but one': always(idsFrom(1, 1)),
  };
  const hiding: Case[] = Object.entries(sets).flatMap(([what, hidden]) =>
    Object.entries(lists).map(([list, path]) => ({
      name: `${what}: ${list}`,
      without: { path },
      with: { path, hidden },
    })),
  );
  const listOfTags = lists['list of tags'];
  hiding.push({
    name: 'another 199 tags each time: list of tags',
    without: { path: listOfTags },
    with: {
      path: listOfTags,
      hidden: (round) => `t=${spread.filter((_, at) => at !== (round + HIDDEN_TAGS) % HIDDEN_TAGS).join()}`,
    },
  });
  const nothing = 'status=complete&min_words=99000000';
  const rare = encodeURIComponent(rows.at(-1)?.name ?? '');
  const filters = {
    'a filter that matches nothing: list, trending': ['/api/frontpage?', nothing],
    'a filter that matches nothing: the commonest tag': [`/api/frontpage?tag=${tag}&`, nothing],
    'a filter by two tags, one rare': ['/api/frontpage?', `tags=${tag},${rare}`],
  };
  const filtering = Object.entries(filters).map(([name, [path = '', filter = '']]) => ({
    name,
    without: { path },
    with: { path: path + filter },
  }));
  return [...hiding, ...filtering];
}

async function timeOf(app: FastifyInstance, { path, ...request }: Request, round: number): Promise<number> {
  const hidden = request.hidden?.(round) ?? '';
  const value = encodeURIComponent(hidden);
  const isCall = path.startsWith('/api/');
  const url = isCall && hidden !== '' ? `${path}&hidden=${value}` : path;
  const begun = performance.now();
  const { statusCode, body } = await app.inject({
    url,
    headers: hidden === '' ? {} : { cookie: `hidden=${value}` },
  });
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body.slice(0, 200)}`);
  return performance.now() - begun;
}

for (const connectionString of values.databases.split(',')) {
  await withSiteOn(connectionString, async ({ app, context: { db } }) => {
    const { rows } = await sql<{ listed: number }>`select listed from story_totals`.execute(db);
    process.stdout.write(`\n| ${rows[0]?.listed} stories | without | with | ratio |\n`);
    process.stdout.write('| --- | ---: | ---: | ---: |\n');
    for (const one of (await casesOf(db)).filter(({ name }) => name.includes(values.only))) {
      const plain: number[] = [];
      const more: number[] = [];
      const rounds = Number(values.rounds);
      for (let round = -3; round < rounds; round += 1) {
        const order = round % 2 === 0 ? [one.without, one.with] : [one.with, one.without];
        const times = new Map<Request, number>();
        for (const request of order) times.set(request, await timeOf(app, request, round));
        if (round < 0) continue;
        plain.push(times.get(one.without) ?? Number.NaN);
        more.push(times.get(one.with) ?? Number.NaN);
      }
      const ratio = median(more.map((time, at) => time / (plain[at] ?? Number.NaN)));
      const cells = [median(plain).toFixed(1), median(more).toFixed(1), ratio.toFixed(2)];
      process.stdout.write(`| ${one.name} | ${cells.join(' | ')} |\n`);
    }
  });
}
