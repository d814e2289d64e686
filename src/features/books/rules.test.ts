import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolated } from '#base/direction.ts';
import { changesSince, parseEdition } from './rules.ts';

const since = new Date('2026-05-01T10:00:00Z');
const [before, after] = [new Date('2026-04-30T10:00:00Z'), new Date('2026-05-02T10:00:00Z')];
const titled = (title: string) => `“${isolated(title)}”`;

test('a new edition names each changed chapter once, as new or as revised, and counts the rest', () => {
  const old = { title: 'Old', published_at: before, updated_at: since };
  const edition = 'Since the edition of 1 May 2026';
  assert.deepEqual(changesSince(since, [old]), [`${edition} nothing has changed.`]);
  const chapters = [
    ...[old, { ...old, title: 'At that moment', published_at: since }],
    { title: 'New', published_at: after, updated_at: after },
    { title: 'Revised', published_at: before, updated_at: after },
    { title: 'Waits', published_at: null, updated_at: before },
  ];
  assert.deepEqual(changesSince(since, chapters), [
    `${edition}, new: ${titled('New')}.`,
    `${edition}, revised: ${titled('Revised')}.`,
  ]);
  const many = Array.from({ length: 13 }, (_, at) => ({ ...old, title: `${at}`, published_at: after }));
  const names = many.map(({ title }) => titled(title));
  assert.deepEqual(changesSince(since, many.slice(1)), [`${edition}, new: ${names.slice(1).join(', ')}.`]);
  assert.deepEqual(changesSince(since, many), [
    `${edition}, new: ${names.slice(0, 12).join(', ')} and 1 more chapter.`,
  ]);
});

test('an edition is named by a date or a time that exists', () => {
  const times = ['2026-05-01', '2026-05-01T10:00:00Z', '2026-05-01T10:00:00.123Z'];
  assert.deepEqual(
    times.map((text) => parseEdition(text)?.toISOString()),
    ['2026-05-01T00:00:00.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.123Z'],
  );
  for (const text of ['2026-02-30', '2026-13-01', '2026-05-01T25:00:00Z', '2026-05-01T10:00', 'May', ''])
    assert.equal(parseEdition(text), undefined, text);
});
