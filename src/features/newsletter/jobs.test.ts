import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCrontab } from 'graphile-worker';
import { newsletterCrontab } from './jobs.ts';

// Interface, Newsletter: A weekly digest of new and featured stories goes out by the preferences
test('the newsletter is due on Fridays at 17:00 only, and a missed run is made up within two days', () => {
  const item = parseCrontab(newsletterCrontab).find(({ task }) => task === 'compose-newsletter');
  assert.ok(item);
  const due: string[] = [];
  for (let dow = 0; dow < 7; dow++)
    for (let hour = 0; hour < 24; hour++)
      for (let min = 0; min < 60; min++)
        if (item.match({ min, hour, date: 13, month: 6, dow })) due.push(`${dow} ${hour}:${min}`);
  assert.deepEqual(due, ['5 17:0']);
  assert.equal(item.options.backfillPeriod, 2 * 86_400_000);
});
