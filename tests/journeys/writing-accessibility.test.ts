import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { editChapter } from '#features/chapters/contract/chapters.ts';
import { editStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { applyViewport, problemsIn, VIEWPORTS } from './viewports.ts';
import { editorOf, newStory, paste, pressInEditor, toolbarOf, untilDraftStored } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'looked-at');
const everything =
  '<h2>Part</h2><p>She <strong>was</strong> <em>late</em>, <code>so</code> <a href="/tags">late</a>.</p>' +
  '<hr><blockquote><p>“Never.”</p></blockquote><ul><li><p>a lamp</p></li></ul><ol><li><p>a pen</p></li></ol>' +
  '<pre><code>if (late) wait();</code></pre><p class="align-center">The end.</p>' +
  '<p><img src="https://pictures.invalid/lamp.png" alt="A lamp"></p>';
const { story, chapterIds } = await newStory(site, session, `Looked At ${'long-'.repeat(12)}`, [
  everything,
  '<p>Two.</p>',
]);
const chapterId = chapterIds[0] ?? 0;
const ids = { id: story.slug, chapterId: String(chapterId) };
for (const content of ['<p>Another text altogether.</p>', everything])
  await site.call(editChapter, { ...ids, title: 'Chapter 1', content }, session.token);

const write = urls.createStory();
const edit = urls.editChapter(story.slug, chapterId);

type State = [name: string, path: string, act: (page: Page) => Promise<unknown>];

const states: State[] = [
  ['new story', write, (page) => editorOf(page).waitFor()],
  [
    'new story, nothing filled in',
    write,
    async (page) => {
      await editorOf(page).waitFor();
      await buttonOf(page, 'Publish Story').click();
      await page.getByText('Content is required').waitFor();
    },
  ],
  [
    'new story, tags',
    write,
    async (page) => {
      const tags = page.getByRole('combobox', { name: 'Tags' });
      await tags.fill('sea');
      await tags.press('Enter');
      await tags.pressSequentially('slo');
      await page.getByRole('option').first().waitFor();
      await tags.press('ArrowDown');
    },
  ],
  [
    'new story, too long',
    write,
    async (page) => {
      await editorOf(page).waitFor();
      await fieldOf(page, 'Title').fill('x'.repeat(90));
      await fieldOf(page, 'Title of the first chapter').fill('x'.repeat(101));
      await paste(page, `<p>${'word '.repeat(17_000)}</p>`);
      await page.getByText('/100,000').waitFor();
      await page.evaluate(() => scrollTo(0, 1500));
      await untilDraftStored(page);
    },
  ],
  ['new story, a draft', write, (page) => page.getByText('You have unsaved text').first().waitFor()],
  [
    'discarding a draft',
    write,
    async (page) => {
      await buttonOf(page, 'Discard').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  ['edit chapter', edit, (page) => editorOf(page).getByText('Picture from').waitFor()],
  [
    'link window',
    edit,
    async (page) => {
      await toolbarOf(page).getByRole('button', { name: 'Insert link' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Insert link' }).click();
      await page.getByText('Address is required').waitFor();
    },
  ],
  [
    'image window',
    edit,
    async (page) => {
      await toolbarOf(page).getByRole('button', { name: 'Insert image' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'conflict',
    edit,
    async (page) => {
      await pressInEditor(page, 'ControlOrMeta+End');
      await page.keyboard.type('And on.');
      const content = `${everything}<p>${Math.random()}</p>`;
      await site.call(editChapter, { ...ids, title: 'Chapter 1', content }, session.token);
      await buttonOf(page, 'Save Changes').click();
      await page.getByRole('region', { name: 'From the other text to mine' }).waitFor();
    },
  ],
  [
    'delete chapter',
    edit,
    async (page) => {
      await buttonOf(page, 'Delete Chapter').click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  ['add chapter', urls.addChapter(story.slug), (page) => editorOf(page).waitFor()],
  ['edit story', urls.editStory(story.slug), (page) => fieldOf(page, 'Slug').waitFor()],
  [
    'story conflict',
    urls.editStory(story.slug),
    async (page) => {
      await fieldOf(page, 'Synopsis').fill('Mine.');
      const input = { id: story.slug, slug: story.slug, title: story.title, synopsis: `${Math.random()}` };
      await site.call(editStory, input, session.token);
      await buttonOf(page, 'Update Story').click();
      await buttonOf(page, 'Save mine').waitFor();
    },
  ],
  [
    'versions',
    urls.chapterVersions(story.slug, chapterId),
    async (page) => {
      await buttonOf(page, /^Compare/)
        .first()
        .click();
      await buttonOf(page, 'Restore this version').waitFor();
      await page.getByRole('region', { name: 'What has changed since' }).waitFor();
    },
  ],
  [
    'no versions',
    urls.chapterVersions(story.slug, chapterIds[1] ?? 0),
    (page) => page.getByText('There is no earlier version yet.').waitFor(),
  ],
  ['error', urls.editStory('no-such-story'), (page) => heading(page, 'Error').waitFor()],
  ['own story', urls.story(story.slug), (page) => buttonOf(page, 'Edit Synopsis').waitFor()],
  [
    'edit synopsis',
    urls.story(story.slug),
    async (page) => {
      await buttonOf(page, 'Edit Synopsis').click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
    },
  ],
  [
    'delete story',
    urls.story(story.slug),
    async (page) => {
      await buttonOf(page, 'Delete Story').click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  ['own chapter', urls.chapter(story.slug, chapterId), (page) => buttonOf(page, 'Delete Chapter').waitFor()],
  [
    'my stories',
    urls.profile(),
    (page) => mainOf(page).getByRole('link', { name: story.title, exact: true }).waitFor(),
  ],
];

/** The folder for pictures of every state, for visual inspection. */
const pictures = process.env.WRITING_PICTURES;

test('no state of writing has an accessibility problem, in Lamp and Paper, on a phone and a desktop', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  page.on('dialog', (dialog) => dialog.accept());
  const findings: string[] = [];
  for (const [name, path, act] of states) {
    await openPage(reader, path);
    await act(page);
    for (const viewport of VIEWPORTS) {
      await applyViewport(reader, viewport);
      await reader.untilPainted();
      const { theme, width } = viewport;
      if (pictures !== undefined)
        await page.screenshot({
          path: `${pictures}/${name.replaceAll(/\W+/g, '-')}-${theme}-${width}.png`,
        });
      findings.push(
        ...(await problemsIn(reader, viewport)).map((problem) => `${name}, ${theme}, ${width}: ${problem}`),
      );
    }
    const troubles = reader.problems.splice(0).filter((problem) => !/^answer 4(04|09)/.test(problem));
    findings.push(...troubles.map((trouble) => `${name}: ${trouble}`));
  }
  assert.deepEqual(findings, []);
  await reader.leave();
});
