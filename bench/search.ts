import { parseArgs } from 'node:util';
import pg from 'pg';
import { search, suggestions } from '#features/search/contract.ts';
import { searchLibrary } from '#features/search/service/search.ts';
import { suggest } from '#features/search/service/suggest.ts';
import { countTerms } from '#features/search/service/term-counts.ts';
import { type OpenDatabase, openDatabase } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';
import { fillGeneratedLibrary, type GeneratedLibrary } from './generated-library.ts';
import { median } from './promises/promise.ts';

/**
 * Compares what a search costs in a large library and in a small one: the same kinds of query on both, in
 * turns, in one run. `node bench/search.ts [--small 1000] [--large 20000] [--runs 15]`
 */
const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '1000' },
    large: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '15' },
  },
});

interface SearchLibrary {
  stories: number;
  database: OpenDatabase;
  context: Context;
  library: GeneratedLibrary;
}

type Input = Partial<Parameters<typeof search.input.parse>[0]> & Record<string, unknown>;

/** Kinds of query; each is composed of the library's own words. */
function queriesOf({
  words,
  remembered,
  author,
  tags,
}: GeneratedLibrary): Record<string, Input | { suggest: string }> {
  const at = (place: number) => words[place] ?? '';
  const sentence = remembered.split(' ').slice(70, 80);
  return {
    'a rare word': { query: at(9_000) },
    'a word in one chapter of a hundred': { query: at(1_500) },
    'a word in a third of all chapters': { query: at(60) },
    'the same, newest first': { query: at(60), sort: 'newest' },
    'the same, last page': { query: at(60), page: 50 },
    'the same, in titles only': { query: at(60), match_title_only: 'true' },
    'the same, with a tag': { query: at(60), tags: tags[3] },
    'two common words': { query: `${at(60)} ${at(75)}` },
    'two common words in order': { query: `"${at(60)} ${at(75)}"` },
    'ten words of a remembered sentence': { query: sentence.join(' ') },
    'the same with two words wrong': { query: [...sentence.slice(2), 'xylophonic', at(77)].join(' ') },
    'five words of it, quoted': { query: `"${sentence.slice(0, 5).join(' ')}"` },
    'a word, excluding a common one': { query: `${at(800)} -${at(60)}` },
    'a common word, excluding another': { query: `${at(75)} -${at(60)}` },
    'a common word, excluding a rarer one': { query: `${at(75)} -${at(1_500)}` },
    'a common word, excluding two in order': { query: `${at(75)} -"${at(60)} ${at(90)}"` },
    'an unfinished word': { query: at(9_000).slice(0, 5) },
    'three letters': { query: at(9_000).slice(0, 3) },
    'a mistyped word': { query: swapped(at(9_000)) },
    'two mistyped words': { query: `${swapped(at(5_000))} ${swapped(at(6_000))}` },
    'a word that nobody knows': { query: 'xqzzyvw' },
    'an author': { query: author.replaceAll('-', ' ') },
    'two tags, no words': { tags: `${tags[1]},${tags[2]}` },
    'suggestions for two letters': { suggest: at(9_000).slice(0, 2) },
    'suggestions for five letters': { suggest: at(9_000).slice(0, 5) },
    'suggestions for a mistyped word': { suggest: swapped(at(9_000)) },
  };
}

const swapped = (word: string) => `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`;

async function runQuery({ context }: SearchLibrary, input: Input | { suggest: string }): Promise<void> {
  const outcome =
    'suggest' in input
      ? await suggest(context, suggestions.input.parse({ query: input.suggest }))
      : await searchLibrary(context, search.input.parse(input));
  if (!outcome.ok) throw new Error(outcome.message);
}

async function openLibrary(template: string, stories: number): Promise<SearchLibrary> {
  const name = `bench_${stories}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  admin.username = 'postgres';
  const administrator = new pg.Client({ connectionString: admin.href });
  await administrator.connect();
  await administrator.query(`create database ${name} template nightstand owner nightstand`);
  await administrator.end();
  const url = new URL(template);
  url.pathname = `/${name}`;
  const filler = new pg.Client({ connectionString: url.href });
  await filler.connect();
  const started = performance.now();
  const library = await fillGeneratedLibrary(filler, stories).catch(async (error: unknown) => {
    await filler.end();
    throw error;
  });
  const { rows } = await filler.query<{ chapters: string; size: string }>(
    `select count(*)::text as chapters, pg_size_pretty(pg_database_size(current_database())) as size from chapters`,
  );
  await filler.end();
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stderr.write(
    `${stories} stories, ${rows[0]?.chapters} chapters, ${rows[0]?.size}, made in ${seconds} s\n`,
  );
  const database = openDatabase({ connectionString: url.href, log: createLogger({ level: 'error' }) });
  await countTerms({ db: database.db });
  return { stories, database, context: { db: database.db } as Context, library };
}

const template = await startTemplateDatabase();
try {
  const libraries = [
    await openLibrary(template.connectionString, Number(values.small)),
    await openLibrary(template.connectionString, Number(values.large)),
  ];
  const kinds = libraries.map((place) => Object.entries(queriesOf(place.library)));
  const rows: string[] = [];
  for (const [at, [kind]] of (kinds[0] ?? []).entries()) {
    const times: number[][] = libraries.map(() => []);
    for (let run = 0; run <= Number(values.runs); run++) {
      for (const [which, place] of libraries.entries()) {
        const started = performance.now();
        await runQuery(place, kinds[which]?.[at]?.[1] ?? {});
        // The first run of each query is a warm-up.
        if (run > 0) times[which]?.push(performance.now() - started);
      }
    }
    const [small = 0, large = 0] = times.map(median);
    rows.push(
      `| ${kind} | ${small.toFixed(1)} ms | ${large.toFixed(1)} ms | ${(large / small).toFixed(1)} |`,
    );
  }
  const [small, large] = libraries;
  process.stdout.write(
    [
      `| | ${small?.stories} stories | ${large?.stories} stories | ratio |`,
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n'),
  );
  for (const { database } of libraries) await database.close();
} finally {
  await template.stop();
}
