import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChapter } from '#features/chapters/contract/chapters.ts';
import { createSeries, setSeriesStories } from '#features/series/contract.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { newAccount, openPage, remember } from './account-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

const writer = await newAccount(site, 'vera-prints');
const story = await site.call(
  publishStory,
  { title: 'Slack Water', synopsis: 'A tide turns.' },
  writer.token,
);
const chapter = await site.call(
  createChapter,
  { id: story.slug, title: 'Ebb', content: '<p>The boats lay on their sides.</p>' },
  writer.token,
);
const series = await site.call(createSeries, { title: 'The Estuary' }, writer.token);
await site.call(setSeriesStories, { id: series.slug, story_ids: [story.id] }, writer.token);

/** Controls, and links that look like them. */
const CONTROLS = 'button, input, select, textarea, .skip-link, [class*="button"]:not(:has(*)), [role="menu"]';

for (const [name, path] of [
  ['a chapter', urls.chapter(story.slug, chapter.id)],
  ['a whole story', urls.wholeStory(story.slug)],
  ['a story', urls.story(story.slug)],
  ['a series', urls.series(series.slug)],
  ['an author', urls.author(writer.user.username)],
  ['all authors', urls.authors()],
  ['a tag', urls.tag('slow burn')],
] as const) {
  test(`${name} is printed without bars, buttons and a dark ground, for the author and for readers`, async () => {
    for (const isAuthor of [true, false]) {
      const reader = await newReader({ theme: 'lamp' });
      const { page } = reader;
      if (isAuthor) await remember(reader, site, writer);
      await openPage(reader, path);
      if (isAuthor) await page.getByRole('button', { name: 'your menu' }).waitFor();
      await page.emulateMedia({ media: 'print' });
      const printed = await page.evaluate((controls) => {
        const shown = [...document.querySelectorAll<HTMLElement>(controls)].filter((each) =>
          each.checkVisibility(),
        );
        return {
          controls: shown.map((each) => each.textContent || each.outerHTML.slice(0, 80)),
          grounds: [document.documentElement, document.body].map(
            (each) => getComputedStyle(each).backgroundColor,
          ),
          bars: ['header[class*="bar"]', 'footer'].filter((bar) =>
            [...document.querySelectorAll(`body > * > ${bar}`)].some((each) => each.checkVisibility()),
          ),
        };
      }, CONTROLS);
      assert.deepEqual(printed.controls, []);
      assert.deepEqual(printed.bars, []);
      assert.ok(
        printed.grounds.every((ground) => /^rgba?\((?:255, 255, 255|0, 0, 0, 0)/.test(ground)),
        String(printed.grounds),
      );
      await page.getByRole('heading', { level: 1 }).waitFor();
      await reader.leave();
    }
  });
}
