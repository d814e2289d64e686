import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readBook } from '#features/library/rules.ts';
import { importBook, loadSampleLibrary } from '#features/library/service.ts';
import { search } from '#features/search/contract.ts';
import { searchLibrary } from '#features/search/service/search.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { type Labelled, queriesOfBooks, queriesOfSamples } from './labelled-queries.ts';

const { context } = await testDatabase();
await loadSampleLibrary(context);

/** The folder of five public-domain novels, in the form of the import; they are not part of the project. */
const booksFolder = process.env.SEARCH_BOOKS_DIR;

const FIRST = 3;
const SHARE = 0.95;

/** Tells whether the expected result is among the first of its kind. */
async function finds([query, expected]: Labelled): Promise<boolean> {
  const outcome = await searchLibrary(context, search.input.parse({ query }));
  assert.ok(outcome.ok, query);
  const { stories, authors } = outcome.data;
  const names = expected.startsWith('@')
    ? authors.map((author) => `@${author.username}`)
    : stories.map((story) => story.slug);
  return names.slice(0, FIRST).includes(expected);
}

async function missedOf(queries: readonly Labelled[]): Promise<string[]> {
  const missed: string[] = [];
  for (const labelled of queries) if (!(await finds(labelled))) missed.push(labelled.join(' → '));
  return missed;
}

test('95 % of the labelled queries have their story among the first three results', async (t) => {
  const queries = Object.values(queriesOfSamples).flat();
  assert.ok(queries.length >= 60, `${queries.length} queries`);
  const missed = await missedOf(queries);
  t.diagnostic(`${queries.length - missed.length} of ${queries.length}`);
  assert.ok(missed.length <= (1 - SHARE) * queries.length, missed.join('\n'));
});

test('95 % of the labelled queries succeed beside five novels too', {
  skip: booksFolder === undefined,
}, async (t) => {
  for (const file of (await readdir(booksFolder ?? '')).filter((name) => name.endsWith('.json'))) {
    const raw = JSON.parse(readFileSync(join(booksFolder ?? '', file), 'utf8'));
    const read = readBook(raw);
    assert.ok(read.ok, file);
    const imported = await importBook(context, read.book, usernameOf(raw.author));
    assert.ok(imported.ok, file);
  }
  const queries = [...Object.values(queriesOfSamples), ...Object.values(queriesOfBooks)].flat();
  const missed = await missedOf(queries);
  t.diagnostic(`${queries.length - missed.length} of ${queries.length}`);
  for (const query of missed) t.diagnostic(`missed: ${query}`);
  assert.ok(missed.length <= (1 - SHARE) * queries.length, missed.join('\n'));
});

function usernameOf(author: string): string {
  return author
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z]+/g, '-')
    .toLowerCase();
}
