import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChapter } from '#features/chapters/contract/chapters.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { barOf, fieldOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { editorOf } from './writing-steps.ts';

/** Values of the specification; the code's own constants are in modules for the browser. */
const SCROLLED_AFTER_PIXELS = 10;
const TOAST_MILLISECONDS = 5_000;

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nora = await newAccount(site, 'nora-inkwell');

// Spec 2, Shell: The bar’s style changes after more than 10 px of scrolling
// Spec 2, Browse Tags: The letter index is sticky
test('the bar changes after ten pixels of scrolling, and the letter index stays below it', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await openPage(reader, urls.tags());
  const barBorder = () => barOf(page).evaluate((bar) => getComputedStyle(bar).borderBottomColor);
  const scrollTo = (top: number) => page.evaluate((place) => window.scrollTo(0, place), top);
  const atTop = await barBorder();
  await scrollTo(SCROLLED_AFTER_PIXELS);
  await reader.untilPainted();
  assert.equal(await barBorder(), atTop);
  await scrollTo(SCROLLED_AFTER_PIXELS + 1);
  await reader.untilPainted();
  assert.notEqual(await barBorder(), atTop);

  const letters = page.getByRole('navigation', { name: 'Letters' });
  const gap = async () => {
    const [bar, index] = [await barOf(page).boundingBox(), await letters.boundingBox()];
    return Math.round((index?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0));
  };
  await scrollTo(0);
  assert.ok((await gap()) > 20, 'the letters begin below the page’s heading');
  const middle = mainOf(page).getByRole('heading', { level: 2, name: 'M', exact: true });
  await middle.evaluate((letter) => letter.scrollIntoView({ block: 'center' }));
  await reader.untilPainted();
  assert.ok(Math.abs(await gap()) <= 1, `${await gap()} px between the bar and the letters`);
  await reader.leave();
});

test('the text is shown before any script of the page is requested', async () => {
  const reader = await newReader();
  const { page } = reader;
  let isStyled = false;
  const scripts = new Map<string, boolean>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.set(pathname, isStyled);
  });
  // The browser paints nothing before the stylesheet has arrived.
  const { requests: styles, release } = await holdRequests(page, '**/assets/*.css');
  const late = page.waitForResponse(/\/assets\/late-/);
  const opened = page.goto(site.url + urls.home());
  await late;
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(styles.length > 0);
  isStyled = true;
  release();
  await opened;
  await reader.untilHydrated();

  const script = page.locator('script[data-entry]');
  const modules = ((await script.getAttribute('data-modules')) ?? '').split(' ');
  assert.ok(modules.length > 3 && modules.includes((await script.getAttribute('data-entry')) ?? ''));
  const before = [...scripts].filter(([, wasStyled]) => !wasStyled).map(([path]) => path);
  const names = before.map((path) => path.replace(/^\/assets\/(\w+)-.*$/, '$1'));
  assert.deepEqual(names.sort(), ['boot', 'late', 'presses']);
  assert.deepEqual(
    modules.filter((path) => !scripts.has(path)),
    [],
  );
  await reader.leave();
});

// Spec 2, Shell: Overlay: results area 80% of the viewport’s height minus 180 px
test('the results are 80 % of the window’s height minus 180 px and scroll', async () => {
  for (const height of [700, 900]) {
    const reader = await newReader({ height });
    const { page } = reader;
    await openPage(reader, urls.tags());
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('combobox').fill('mar');
    const option = page.getByRole('dialog').getByRole('option').first();
    await option.waitFor();
    const most = await option.evaluate((element) => {
      let box: Element | null = element;
      while (box !== null && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
      return box === null ? 'nothing scrolls' : getComputedStyle(box).maxHeight;
    });
    assert.equal(most, `${height * 0.8 - 180}px`);
    await reader.leave();
  }
});

// Spec 2, Home: ‘New Story’ to /create-story for signed-in users
// Spec 2, Writing: Placeholders ‘Begin writing your story here...’ and ‘Begin writing your chapter here...’, ‘Creating Story...’, height about 300 px
test('the home page leads authors to a new story with the specified placeholders and heights', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, nora);
  await openPage(reader, urls.home());
  await mainOf(page).getByRole('link', { name: 'New Story', exact: true }).click();
  await editorOf(page).waitFor();
  assert.equal(page.url(), site.url + urls.createStory());
  const shown = page.locator('[data-placeholder]').first();
  assert.equal(await shown.getAttribute('data-placeholder'), 'Begin writing your story here...');
  const box = await editorOf(page).boundingBox();
  assert.ok(box !== null && box.height >= 290 && box.height <= 330, `the editor is ${box?.height} px high`);
  await reader.leave();

  const story = await site.call(publishStory, { title: 'A Lamp Left On' }, nora.token);
  const second = await newReader();
  await remember(second, site, nora);
  await openPage(second, urls.addChapter(story.slug));
  await editorOf(second.page).waitFor();
  const chapter = second.page.locator('[data-placeholder]').first();
  assert.equal(await chapter.getAttribute('data-placeholder'), 'Begin writing your chapter here...');
  await second.leave();
});

// Spec 2, Shell: Toast closes after 5 s
// Spec 2, Writing: Placeholders ‘Begin writing your story here...’ and ‘Begin writing your chapter here...’, ‘Creating Story...’, height about 300 px
test('creating a story shows its progress, and the toast of a deletion lasts five seconds', async () => {
  const reader = await newReader();
  const { page } = reader;
  await page.clock.install();
  await remember(reader, site, nora);
  await openPage(reader, urls.createStory());
  await fieldOf(page, 'Title').fill('The Held Breath');
  await editorOf(page).fill('She waited at the gate until the lamps were lit.');
  const { release } = await holdRequests(page, '**/api/stories');
  await mainOf(page).getByRole('button', { name: 'Publish Story' }).click();
  await page.getByRole('button', { name: 'Creating Story...' }).waitFor();
  release();
  await heading(page, 'The Held Breath').waitFor();
  await mainOf(page).getByRole('button', { name: 'Delete Story' }).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete Story' });
  await confirm.waitFor();
  const pressedAt = await page.evaluate(() => Date.now());
  await confirm.click();
  const notice = page.getByRole('status').getByText('Story deleted successfully', { exact: true });
  await notice.waitFor();
  // The clock stands still from here on, because a busy machine takes long for a step.
  await page.clock.pauseAt(pressedAt + TOAST_MILLISECONDS - 500);
  assert.equal(await notice.count(), 1);
  await page.clock.fastForward(TOAST_MILLISECONDS);
  await untilEqual(() => notice.count(), 0);
  await reader.leave();
});

test('a Hebrew story is set from right to left, and its many tags do not break the page', async () => {
  const title = 'כתב יד על שולחן הלילה';
  const tags = Array.from({ length: 30 }, (_, at) => `a tag of some length ${at}`);
  const story = await site.call(publishStory, { title, synopsis: `${title}.`, tags }, nora.token);
  const text = `<p>${title}.</p><ul><li>${title}</li></ul>`;
  const chapter = await site.call(
    createChapter,
    { id: String(story.id), title, content: text, order: 1 },
    nora.token,
  );
  const reader = await newReader({ width: 390, height: 780 });
  const { page } = reader;
  await openPage(reader, urls.story(story.slug));
  /** The distance between the end of the text and the right edge of its box. */
  const gapAtRight = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
  };
  const texts = [heading(page, title), mainOf(page).getByText(`${title}.`, { exact: true })];
  for (const element of texts) assert.ok((await element.evaluate(gapAtRight)) < 2);
  const start = await mainOf(page).getByRole('link', { name: 'Start Reading' }).boundingBox();
  assert.ok(start !== null && start.y + start.height < 780, 'reading begins without scrolling');
  const last = mainOf(page).getByRole('link', { name: tags.at(-1) ?? '', exact: true });
  assert.equal(await last.isVisible(), false);
  await mainOf(page).getByText('Show 20 more tags').click();
  await last.waitFor();
  assert.deepEqual(await reader.violations(), []);

  await openPage(reader, urls.chapter(story.slug, chapter.id));
  assert.equal(
    await page.locator('#page-html').evaluate((prose) => getComputedStyle(prose).direction),
    'rtl',
  );
  await reader.leave();
});
