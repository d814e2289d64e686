import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statisticsCsv } from './statistics-csv.ts';

test('titles are quoted, formulas are disarmed and hidden counts are empty', () => {
  const nothing = { views: null, visits: null, completed_reads: null, bookmarks: null };
  const csv = statisticsCsv({
    ...{ from: '2026-11-21', to: '2026-11-21', unit: 'day', totals: nothing, follower_count: null },
    referrers: { direct: null, site: null, search: null, social: null, other: null },
    periods: [{ ...nothing, start: '2026-11-21', visits: 12 }],
    chapters: [
      { chapter_id: 1, title: 'One, "two"', order: 1, started: 20, completed: null },
      { chapter_id: 2, title: '=SUM(A1)', order: 2, started: null, completed: null },
    ],
  });
  assert.deepEqual(csv.split('\r\n'), [
    'day,views,visits,completed reads,bookmarks',
    '2026-11-21,,12,,',
    '',
    'chapter,started,completed',
    '"One, ""two""",20,',
    "'=SUM(A1),,",
    '',
  ]);
});
