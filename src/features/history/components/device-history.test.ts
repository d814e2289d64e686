import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEntry } from '../contract.ts';
import { MAX_DEVICE_ENTRIES, parseEntries, withEntry } from './device-history.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const entry = (chapter_id: number, fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ chapter_id, chapter_title: 'One', story_slug: 'a-story', story_title: 'A Story' },
  ...{
    author_username: 'una',
    author_display_name: 'Una',
    opened_at: '2026-11-20T11:00:00Z',
    finished_at: null,
  },
  ...fields,
});

test('a chapter opened again moves to the top and stays finished', () => {
  const finished_at = '2026-11-19T11:00:00Z';
  const entries = withEntry([entry(1), entry(2, { finished_at })], entry(2));
  assert.deepEqual(entries, [entry(2, { finished_at }), entry(1)]);
});

test('the oldest entries make room', () => {
  const full = Array.from({ length: MAX_DEVICE_ENTRIES }, (_, at) => entry(at + 1));
  const entries = withEntry(full, entry(999_999));
  assert.deepEqual([entries.length, entries[0]?.chapter_id, entries.at(-1)?.chapter_id], [200, 999_999, 199]);
});

test('entries older than the reader wants are dropped, and so are invalid ones', () => {
  const old = entry(1, { opened_at: '2026-11-12T11:00:00Z' });
  const stored = JSON.stringify([entry(2), old, { chapter_id: 'x' }, null, 7]);
  assert.deepEqual(parseEntries(stored, 7, NOW), [entry(2)]);
  assert.deepEqual(parseEntries(stored, 30, NOW), [entry(2), old]);
  assert.deepEqual(parseEntries(stored, null, NOW), [entry(2), old]);
  for (const text of [null, '', '{', '{}', '"x"']) assert.deepEqual(parseEntries(text, null, NOW), []);
});
