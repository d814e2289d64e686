import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { deleteChapter } from '#features/chapters/contract/chapters.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';
import { newStory } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'well-read');
const { story, chapterIds } = await newStory(site, session, 'A Story for Many', [
  '<p>One.</p>',
  '<p>Two.</p>',
]);
const empty = await newStory(site, session, 'A Story for Nobody', ['<p>One.</p>']);
const [first, second] = chapterIds;
await site.within(({ db }) =>
  sql`insert into story_statistics (story_id, chapter_id, day, kind, count)
    select ${story.id}::bigint, 0, (now() at time zone 'UTC')::date - n, kind, case kind when 'bookmark' then 3 else 12 + 2 * n end
      from generate_series(0, 40) as n, unnest(array['view', 'visit', 'from-search', 'bookmark']) as kind
    union all
    select ${story.id}::bigint, chapter, (now() at time zone 'UTC')::date, kind, count
      from (values (${first}::bigint, 'started', 80), (${first}::bigint, 'completed', 60), (${second}::bigint, 'started', 40),
        (${second}::bigint, 'completed', 4)) as read (chapter, kind, count)`.execute(db),
);

test('an author reads the statistics of a story, and saves them', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.story(story.slug));
  await mainOf(page).getByRole('link', { name: 'Statistics' }).click();
  await heading(page, 'Statistics').waitFor();
  const chart = page.getByRole('img', { name: /Visits by day/ });
  await chart.waitFor();
  assert.equal(await chart.locator('rect').count(), 30);
  const overTime = page.getByRole('region', { name: 'Table of readers over time' });
  assert.equal(await overTime.getByRole('row').count(), 31);
  assert.deepEqual(await overTime.getByRole('row').nth(1).getByRole('cell').allInnerTexts(), [
    '12',
    '12',
    '64',
    '–\nnot shown',
  ]);
  const chapters = page.getByRole('region', { name: 'Table of readers by chapter' });
  assert.deepEqual(await chapters.getByRole('row').nth(2).getByRole('cell').allInnerTexts(), [
    '40',
    '–\nnot shown',
  ]);

  const week = mainOf(page).getByRole('link', { name: 'Week', exact: true });
  await week.click();
  await untilEqual(() => overTime.getByRole('row').count(), 8);
  await page.waitForURL(site.url + urls.storyStatistics(story.slug, 'week'));
  assert.equal(await week.getAttribute('aria-current'), 'page');
  await page.reload();
  await untilEqual(() => overTime.getByRole('row').count(), 8);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    buttonOf(page, 'Download as CSV').click(),
  ]);
  assert.match(file.suggestedFilename(), /^a-story-for-many-[\d-]+\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  assert.match(csv, /^day,views,visits,completed reads,bookmarks\r\n(?:[\d-]+,\d+,\d+,\d*,\r\n){7}\r\n/);
  assert.match(csv, /\r\nChapter 2,40,\r\n$/);

  // The totals are more than the sum of the chapters that are left.
  await site.call(deleteChapter, { id: String(story.id), chapterId: String(second) }, session.token);
  await page.reload();
  await untilEqual(() => chapters.getByRole('row').count(), 2);
  const total = mainOf(page).getByText('Chapters read to the end', { exact: true }).locator('..');
  assert.match((await total.textContent()) ?? '', /64/);
  await mainOf(page).getByText('Chapters deleted since count in the totals.').waitFor();
  reader.assertNoProblems();
});

test('a story without readers says why it has no figures', async () => {
  const reader = await newReader();
  await remember(reader, site, session);
  await openPage(reader, urls.profile());
  await mainOf(reader.page).getByRole('link', { name: 'Statistics of A Story for Nobody' }).click();
  await reader.page.getByText('Nothing to show yet').waitFor();
  assert.equal(new URL(reader.page.url()).pathname, urls.storyStatistics(empty.story.slug));
});

test('statistics are not for other readers', async () => {
  const reader = await newReader();
  await remember(reader, site, await newAccount(site, 'curious'));
  await openPage(reader, urls.storyStatistics(story.slug));
  await reader.page.getByText('You do not have permission to see the statistics').waitFor();
});

test('statistics are accessible', async () => {
  const reader = await newReader(PHONE);
  await remember(reader, site, session);
  await openPage(reader, urls.storyStatistics(story.slug));
  await reader.page.getByRole('img', { name: /Visits by day/ }).waitFor();
  if (process.env.STATISTICS_PICTURES !== undefined) {
    const path = `${process.env.STATISTICS_PICTURES}/statistics.png`;
    await reader.page.screenshot({ path, fullPage: true });
  }
  assert.deepEqual(await problemsInBothLooks(reader), []);
});
