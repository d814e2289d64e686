import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultFilterAddress,
  exceededLimit,
  formatSavedFilters,
  joinSavedFilters,
  MAX_SAVED_FILTER_NAME_CHARACTERS,
  MAX_SAVED_FILTERS,
  MAX_SAVED_FILTERS_CHARACTERS,
  parseSavedFilters,
  type SavedFilter,
  withChangedFilter,
  withoutSavedFilter,
  withSavedFilter,
} from './saved-filters.ts';

const letters: SavedFilter = { name: 'Letters', query: 'tags=letters', is_default: true };
const short: SavedFilter = { name: 'A; short & “sweet” one', query: 'max_words=5000', is_default: false };

test('saved filters survive the cookie, whatever their names', () => {
  const text = formatSavedFilters([short, letters]);
  assert.deepEqual(parseSavedFilters(text), [short, letters]);
  // The characters that a cookie’s value may have.
  assert.match(text, /^[\w!#$%&'()*+./:<=>?@[\]^`{|}~-]*$/);
  assert.deepEqual(parseSavedFilters(''), []);
  assert.equal(formatSavedFilters([]), '');
});

test('anything else in the cookie is ignored', () => {
  for (const text of [
    'f=Letters',
    'q=tags%3Dletters',
    'f=&q=tags%3Da',
    'f=A&q=page%3D2',
    'a&b=%E0%A4%A',
    'f=A&f=B',
  ])
    assert.deepEqual(parseSavedFilters(text), [], text);
  assert.deepEqual(parseSavedFilters('d=A&q=tags%3Da&d=B&q=tags%3Db%26page%3D2'), [
    { name: 'A', query: 'tags=a', is_default: false },
    { name: 'B', query: 'tags=b', is_default: true },
  ]);
  assert.deepEqual(parseSavedFilters('f=+A+&q=tags%3Db%2C+a%2Cb'), [
    { name: 'A', query: 'tags=b%2Ca', is_default: false },
  ]);
  const many = Array.from({ length: MAX_SAVED_FILTERS + 1 }, (_, at) => `f=${at}&q=tags%3Da`).join('&');
  assert.equal(parseSavedFilters(many).length, MAX_SAVED_FILTERS);
  const endless = `f=A&q=tags%3Da&x=${'y'.repeat(MAX_SAVED_FILTERS_CHARACTERS)}&f=B&q=tags%3Db`;
  assert.deepEqual(parseSavedFilters(endless), [{ name: 'A', query: 'tags=a', is_default: false }]);
});

test('a filter replaces one of its name, and a new default the old one', () => {
  const both = withSavedFilter([letters], { ...short, is_default: true });
  assert.deepEqual(both, [
    { ...short, is_default: true },
    { ...letters, is_default: false },
  ]);
  assert.deepEqual(withSavedFilter(both, { ...letters, query: 'tags=post', is_default: false }).at(-1), {
    ...letters,
    query: 'tags=post',
    is_default: false,
  });
  assert.deepEqual(withoutSavedFilter(both, 'Letters'), [{ ...short, is_default: true }]);
});

test('a filter gets another name, which may be that of another filter', () => {
  const both = withSavedFilter([letters], short);
  assert.deepEqual(withChangedFilter(both, 'Letters', { ...letters, name: 'Post' }), [
    short,
    { ...letters, name: 'Post' },
  ]);
  assert.deepEqual(withChangedFilter(both, 'Letters', { ...letters, name: short.name }), [
    { ...letters, name: short.name },
  ]);
});

test('filters join those of an account, which keeps its own and its default', () => {
  const others = [letters, { ...short, name: 'Letters', is_default: true }];
  assert.deepEqual(joinSavedFilters([], [letters]), [letters]);
  assert.deepEqual(joinSavedFilters([letters], others), [
    letters,
    { ...short, name: 'Letters 2', is_default: false },
  ]);
  assert.deepEqual(joinSavedFilters([letters, { ...short, is_default: false }], others), [letters, short]);
  const long = 'é'.repeat(MAX_SAVED_FILTER_NAME_CHARACTERS);
  const joined = joinSavedFilters([{ ...letters, name: long }], [{ ...short, name: long }]);
  assert.equal(
    joined.find(({ query }) => query === short.query)?.name,
    `${'é'.repeat(MAX_SAVED_FILTER_NAME_CHARACTERS - 2)} 2`,
  );
});

test('filters that do not fit stay out, and those that do come in', () => {
  const many = Array.from({ length: MAX_SAVED_FILTERS }, (_, at) => ({
    ...{ name: `Filter ${String(at).padStart(2, '0')}`, query: `min_words=${at + 1}`, is_default: false },
  }));
  assert.deepEqual(joinSavedFilters(many, [letters]), many);
  assert.equal(exceededLimit(many), undefined);
  assert.equal(exceededLimit([...many, letters]), 'tooMany');
  const huge = { ...short, query: `tags=${'a'.repeat(MAX_SAVED_FILTERS_CHARACTERS)}` };
  assert.equal(exceededLimit([huge]), 'tooLong');
  const rest = MAX_SAVED_FILTERS_CHARACTERS - formatSavedFilters([letters]).length;
  const fitting = { ...letters, query: letters.query + 'a'.repeat(rest) };
  assert.deepEqual([exceededLimit([fitting]), formatSavedFilters([fitting]).length], [undefined, 3000]);
  assert.deepEqual(joinSavedFilters([], [huge, letters]), [letters]);
});

test('a list without a filter of its own follows the default one, once', () => {
  const text = formatSavedFilters([short, letters]);
  const addressOf = (path: string) => defaultFilterAddress(new URL(path, 'https://nightstand.test'), text);
  assert.equal(addressOf('/'), '/?tags=letters&default_filter=applied');
  assert.equal(addressOf('/stories?page=2'), '/stories?page=2&tags=letters&default_filter=applied');
  assert.equal(addressOf('/tag/slow%20burn'), '/tag/slow%20burn?tags=letters&default_filter=applied');
  assert.equal(addressOf('/search?q=boat'), '/search?q=boat&tags=letters&default_filter=applied');
  const withoutIt = [
    '/stories?status=complete',
    '/?default_filter=applied',
    '/author/ada',
    '/tags',
    '/story/a',
    '/tag/a/b',
  ];
  for (const path of withoutIt) assert.equal(addressOf(path), undefined, path);
  const plain = formatSavedFilters([short]);
  assert.equal(defaultFilterAddress(new URL('https://nightstand.test/'), plain), undefined);
});
