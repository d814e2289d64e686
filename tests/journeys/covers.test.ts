import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decideCover } from '#features/covers/rules/choice.ts';
import { coverFoils, coverPapers } from '#features/labels/contract/covers.ts';
import { addPenName } from '#features/pen-names/contract.ts';
import { publishDraftMessages } from '#features/stories/contract/publish-draft.ts';
import { getStory, publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { newAccount, openPage, remember } from './account-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const slug = 'the-left-side-of-the-bed';

test('a reader turns covers in lists off; the choice stays, nothing moves, and the story keeps its own', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  const covers = page.getByRole('article').locator('img:visible');
  assert.ok((await covers.count()) > 5);
  const choice = page.getByRole('switch', { name: 'Covers in lists' });
  assert.equal(await choice.getAttribute('aria-checked'), 'true');
  await choice.click();
  await page.locator('[role="switch"][aria-checked="false"]', { hasText: 'Covers in lists' }).waitFor();
  assert.equal(await covers.count(), 0);
  await reader.open(urls.home());
  assert.equal(await covers.count(), 0);
  assert.ok((await reader.layoutShift()) < 0.02);
  await reader.open(urls.story(slug));
  await page.locator(`img[src="${urls.story(slug)}/cover.svg"]`).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the list of all stories begins at its edge with covers and without', async () => {
  for (const width of [390, 1280]) {
    const reader = await newReader({ width });
    const { page } = reader;
    await reader.open(urls.allStories());
    const gap = () =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: 'The Left Side of the Bed' })
        .evaluate((row) => {
          const first = [...row.children].find((child) => child.getBoundingClientRect().width > 1);
          return (first?.getBoundingClientRect().left ?? Number.NaN) - row.getBoundingClientRect().left;
        });
    assert.equal(await gap(), 0);
    await page.evaluate(() => document.documentElement.setAttribute('data-covers', 'off'));
    assert.equal(await gap(), 0);
    await reader.leave();
  }
});

test('in discreet mode no page shows a cover, and no link names one', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await context.addCookies([{ name: 'discreet', value: '1', url: site.url }]);
  for (const address of [urls.home(), urls.story(slug)]) {
    const { html } = await reader.open(address);
    assert.doesNotMatch(html, /og:image/);
    await reader.untilHydrated();
    assert.equal(await page.locator('img:visible').count(), 0, address);
  }
  reader.assertNoProblems();
  await reader.leave();
});

test('other sites get the story’s cover with a link to it', async () => {
  const text = await (await fetch(site.url + urls.story(slug))).text();
  const [, image = ''] = /<meta property="og:image" content="([^"]+)">/.exec(text) ?? [];
  assert.ok(image.endsWith(`${urls.story(slug)}/cover.png?width=640`), image);
  const picture = await fetch(site.url + new URL(image).pathname + new URL(image).search);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
});

test('a reader without JavaScript downloads a book', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(urls.story(slug));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), `${slug}.epub`);
  await reader.leave();
});

test('an author chooses a cover, sees it change, and saves it', async () => {
  const writer = await newAccount(site, 'vera-writes');
  const story = await site.call(publishStory, { title: 'Slack Water', visibility: 'draft' }, writer.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, writer);
  await openPage(reader, urls.editStory(story.slug));
  await page.getByText('Cover', { exact: true }).click();
  const drawn = page.getByRole('status').filter({ hasText: /paper, .* foil, / });
  await drawn.waitFor();
  await page.getByLabel('Paper', { exact: true }).selectOption('linen');
  await page.getByLabel('Ornament', { exact: true }).selectOption('bed');
  await page.getByText(/^Linen paper, .* foil, bed; /).waitFor();
  await page.getByRole('button', { name: 'Update Story' }).click();
  await page.waitForURL(`**${urls.story(story.slug)}`);
  const saved = await site.call(getStory, { id: story.slug }, writer.token);
  assert.deepEqual([saved.cover_paper, saved.cover_foil, saved.cover_ornament], ['linen', null, 'bed']);

  // A draft has no cover that the browser could keep.
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText(publishDraftMessages.published).waitFor();
  const cover = page.getByRole('article').locator('img:visible').first();
  const before = await cover.getAttribute('src');
  await page.getByRole('link', { name: 'Edit Story' }).click();
  await page.getByText('Cover', { exact: true }).click();
  await page.getByLabel('Ornament', { exact: true }).selectOption('moth');
  await page.getByRole('button', { name: 'Update Story' }).click();
  await page.waitForURL(`**${urls.story(story.slug)}`);
  await cover.waitFor();
  assert.notEqual(await cover.getAttribute('src'), before);
  reader.assertNoProblems();
  await reader.leave();
});

test('a cover in the form follows tags and pen name before they are saved', async () => {
  const writer = await newAccount(site, 'wilma-writes');
  await site.call(addPenName, { username: 'wilma-by-night' }, writer.token);
  const details = { title: 'Slack Water', visibility: 'draft' as const, tags: ['sea'] };
  const story = await site.call(publishStory, details, writer.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, writer);
  await openPage(reader, urls.editStory(story.slug));
  await page.getByText('Cover', { exact: true }).click();
  const caption = page.getByRole('status').filter({ hasText: /paper, .* foil, / });
  await caption.waitFor();
  const expected = (tags: string[]) => {
    const { paper, foil } = decideCover(`story ${story.id}`, tags, null);
    return `${coverPapers[paper]} paper, ${coverFoils[foil].toLowerCase()} foil`;
  };
  const shown = async () => (await caption.textContent())?.split(', ').slice(0, 2).join(', ');
  const tags = page.getByLabel('Tags', { exact: true });
  await untilEqual(shown, expected(['sea']));
  const colours = new Map(
    ['dusk', 'harbour', 'lamp', 'letters', 'winter'].map((tag) => [expected([tag, 'rain']), tag]),
  );
  colours.delete(expected(['sea']));
  const [[changed, tag] = ['', '']] = colours;
  await tags.fill(`${tag.toUpperCase()}, rain, ${Array.from({ length: 28 }, (_, n) => `夜${n}`).join()}`);
  await untilEqual(shown, changed);

  // Refused tags leave those that are stored.
  await tags.fill('x'.repeat(60));
  await untilEqual(shown, expected(['sea']));

  const drawing = () => caption.locator('xpath=..').locator('svg').innerHTML();
  const before = await drawing();
  await page.getByLabel('Publish as').selectOption('wilma-by-night');
  await untilEqual(async () => (await drawing()) === before, false);
  reader.assertNoProblems();
  await reader.leave();
});
