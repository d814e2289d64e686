import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPenName, penNameMessages } from '#features/pen-names/contract.ts';
import { getStory, publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import {
  assertRefused,
  buttonOf,
  fieldOf,
  heading,
  mainOf,
  newAccount,
  openPage,
  remember,
  userMenu,
} from './account-steps.ts';
import { applyViewport, DESKTOP, PHONE, problemsInBothLooks } from './viewports.ts';
import { editorOf } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
await newAccount(site, 'taken-already');

const windowOf = (page: Page) => page.getByRole('dialog');
const questionOf = (page: Page) => page.getByRole('alertdialog');
const namesOf = (page: Page) => mainOf(page).getByRole('list', { name: 'Pen names' });
const inWindow = (page: Page, name: string) => windowOf(page).getByLabel(name, { exact: true });
const pressIn = (page: Page, name: string) =>
  windowOf(page).getByRole('button', { name, exact: true }).click();

async function addName(page: Page, username: string, displayName = ''): Promise<void> {
  await buttonOf(page, 'Add a pen name').click();
  await inWindow(page, 'Username').fill(username);
  await inWindow(page, 'Display name').fill(displayName);
  await pressIn(page, 'Add pen name');
  await windowOf(page).waitFor({ state: 'detached' });
  await namesOf(page)
    .getByRole('link', { name: `@${username}`, exact: true })
    .waitFor();
}

/** Presses a button that asks a question; tells whether a press on the answer would count when the question appears. */
function answersAtOnce(page: Page, name: string, answer: string): Promise<boolean> {
  return buttonOf(page, name).evaluate(async (button: HTMLElement, answer) => {
    button.click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      const buttons = [...document.querySelectorAll('[role="alertdialog"] button')];
      const found = buttons.find((one) => one.textContent === answer);
      if (found === undefined) continue;
      const { x, y, width, height } = found.getBoundingClientRect();
      return found.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }
  }, answer);
}

/** Fills in a new story under a name, and sends it. */
async function sendStory(reader: Reader, title: string, publishAs?: string): Promise<void> {
  const { page } = reader;
  await openPage(reader, urls.createStory());
  await fieldOf(page, 'Title').fill(title);
  await editorOf(page).fill('She waited for the last ferry.');
  if (publishAs !== undefined) await fieldOf(page, 'Publish as').selectOption({ label: publishAs });
  await buttonOf(page, 'Publish Story').click();
}

test('an author adds a pen name, publishes under it, moves a story and retires it', async () => {
  const session = await newAccount(site, 'lena');
  const reader = await newReader({ ...PHONE, touch: true });
  const { page } = reader;
  await remember(reader, site, session);

  // With one name there is nothing to choose, and nothing asks.
  await sendStory(reader, 'Under My Name');
  await heading(page, 'Under My Name').waitFor();

  await openPage(reader, urls.profile('names'));
  await namesOf(page).getByText('Default').waitFor();
  await mainOf(page).getByText('0 of 10').waitFor();
  const tab = await mainOf(page).getByRole('link', { name: 'Pen names', exact: true }).boundingBox();
  assert.ok(tab !== null && tab.x + tab.width <= PHONE.width, 'the current tab is in view');
  // Errors are at their fields, and what was typed stays.
  await buttonOf(page, 'Add a pen name').click();
  await pressIn(page, 'Add pen name');
  await windowOf(page).getByText('Username is required').waitFor();
  await inWindow(page, 'Bio').fill('After dark.');
  await inWindow(page, 'Username').fill('taken-already');
  await pressIn(page, 'Add pen name');
  await windowOf(page).getByText('This username is already taken').waitFor();
  assert.equal(await inWindow(page, 'Bio').inputValue(), 'After dark.');
  assertRefused(reader, [[409, '/api/pen-names']]);
  // Closing the window by accident loses nothing.
  await page.keyboard.press('Escape');
  await windowOf(page).waitFor({ state: 'detached' });
  await buttonOf(page, 'Add a pen name').click();
  assert.equal(await inWindow(page, 'Bio').inputValue(), 'After dark.');
  await inWindow(page, 'Username').fill('quill');
  await inWindow(page, 'Display name').fill('The Night Quill');
  await pressIn(page, 'Add pen name');
  await namesOf(page).getByRole('heading', { name: 'The Night Quill' }).waitFor();
  await mainOf(page).getByText('1 of 10').waitFor();

  // The first story under another name is confirmed once; the first answer is the harmless one.
  const label = 'The Night Quill (@quill)';
  await sendStory(reader, 'Under Another', label);
  await questionOf(page).getByText('You publish as The Night Quill, not as lena').waitFor();
  const back = questionOf(page).getByRole('button', { name: 'Go back' });
  await back.evaluate((button) => button.matches(':focus') || Promise.reject(new Error('not focused')));
  await page.keyboard.press('Enter');
  await questionOf(page).waitFor({ state: 'detached' });
  assert.equal(await fieldOf(page, 'Title').inputValue(), 'Under Another');
  assert.equal(await fieldOf(page, 'Publish as').inputValue(), 'quill');
  await buttonOf(page, 'Publish Story').focus();
  await page.keyboard.press('Enter');
  await questionOf(page).getByRole('button', { name: 'Publish under this name' }).focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Under Another').waitFor();
  await mainOf(page).getByRole('link', { name: 'The Night Quill', exact: true }).first().waitFor();
  // The author's own actions are there under any name.
  await mainOf(page).getByRole('link', { name: 'Add Chapter' }).click();
  await mainOf(page).getByText('Publishing as The Night Quill @quill').waitFor();
  await sendStory(reader, 'Another Again', label);
  await heading(page, 'Another Again').waitFor();
  // The author of a story answers its readers under its name: a comment under the other would link the two.
  await openPage(reader, urls.comments('another-again'));
  assert.equal(await fieldOf(page, 'Publish as').inputValue(), 'quill');
  await openPage(reader, urls.comments('under-my-name'));
  assert.equal(await fieldOf(page, 'Publish as').inputValue(), 'lena');
  // The bar of a wide window names the account, not the pen name.
  await applyViewport(reader, DESKTOP);
  await userMenu(page, 'lena').waitFor();
  await applyViewport(reader, PHONE);

  // A story moves with a warning; its address stays.
  const slug = 'another-again';
  await openPage(reader, urls.editStory(slug));
  await fieldOf(page, 'Publish as').selectOption({ label: 'lena' });
  // The second press of a double click is no answer, wherever it falls.
  assert.equal(await answersAtOnce(page, 'Update Story', 'Move the story'), false);
  await questionOf(page).getByText('Move this story to lena?').waitFor();
  await questionOf(page).getByRole('button', { name: 'Move the story' }).click();
  await heading(page, 'Another Again').waitFor();
  assert.equal((await site.call(getStory, { id: slug })).author_username, 'lena');

  await openPage(reader, urls.profile('names'));
  await buttonOf(page, 'Edit The Night Quill').click();
  await inWindow(page, 'Username').fill('late-quill');
  await inWindow(page, 'Display name').fill('');
  await pressIn(page, 'Save pen name');
  await namesOf(page).getByRole('link', { name: '@late-quill' }).waitFor();
  await mainOf(page).getByText('Given up (1)').waitFor();

  // A name with a story is not retired; the window says what to do.
  await buttonOf(page, 'Retire late-quill').click();
  await windowOf(page).getByText('There is 1 story under this name').waitFor();
  await pressIn(page, 'Close');
  await windowOf(page).first().waitFor({ state: 'detached' });
  await openPage(reader, urls.editStory('under-another'));
  await fieldOf(page, 'Publish as').selectOption({ label: 'lena' });
  await buttonOf(page, 'Update Story').click();
  await questionOf(page).getByRole('button', { name: 'Move the story' }).click();
  await heading(page, 'Under Another').waitFor();
  await openPage(reader, urls.profile('names'));
  await buttonOf(page, 'Retire late-quill').click();
  await questionOf(page).getByText('links to it lead nowhere').waitFor();
  await questionOf(page).getByRole('button', { name: 'Retire pen name' }).click();
  await mainOf(page).getByText('Given up (2)').waitFor();
  await mainOf(page).getByText('0 of 10').waitFor();
  await mainOf(page).getByText('Given up (2)').click();
  await buttonOf(page, 'Take up late-quill again').click();
  await namesOf(page).getByRole('link', { name: '@late-quill' }).waitFor();
  reader.assertNoProblems();
});

test('a pen name added on another device opens its stories here, too', async () => {
  const session = await newAccount(site, 'two-desks');
  await site.call(addPenName, { username: 'evening-desk' }, session.token);
  const { slug } = await site.call(
    publishStory,
    { title: 'The Evening Desk', author_username: 'evening-desk' },
    session.token,
  );
  const reader = await newReader();
  // This browser's stored user is from before the name.
  await remember(reader, site, session);
  await openPage(reader, urls.editStory(slug));
  await fieldOf(reader.page, 'Title').waitFor();
  assert.equal(await fieldOf(reader.page, 'Title').inputValue(), 'The Evening Desk');
  reader.assertNoProblems();
});

test('an author with ten pen names is told that this is the most', async () => {
  const session = await newAccount(site, 'ten-times');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.profile('names'));
  for (let count = 1; count <= 10; count += 1) {
    await addName(page, `ten-times-${count}`);
    await mainOf(page).getByText(`${count} of 10`).waitFor();
  }
  await mainOf(page).getByText(penNameMessages.tooMany).waitFor();
  assert.equal(await buttonOf(page, 'Add a pen name').count(), 0);
  reader.assertNoProblems();
});

test('a series is created under a pen name', async () => {
  const session = await newAccount(site, 'in-series');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.profile('names'));
  await addName(page, 'in-another-series', 'Serial Quill');
  await openPage(reader, urls.createSeries());
  await fieldOf(page, 'Title').fill('Tides and Lamps');
  await fieldOf(page, 'Publish as').selectOption({ label: 'Serial Quill (@in-another-series)' });
  await buttonOf(page, 'Create Series').click();
  await questionOf(page).getByRole('button', { name: 'Publish under this name' }).click();
  await mainOf(page).getByText('Publishing as Serial Quill @in-another-series').waitFor();
  await openPage(reader, urls.profile());
  await mainOf(page).getByText('by Serial Quill').waitFor();
  // The window of a new shelf loads the names first, and begins in its first field all the same.
  await openPage(reader, urls.shelves());
  await buttonOf(page, 'New Shelf').press('Enter');
  await inWindow(page, 'Title').and(page.locator(':focus')).waitFor();
  reader.assertNoProblems();
});

type State = [name: string, path: string, act: (page: Page) => Promise<unknown>];

const states: State[] = [
  ['pen names', urls.profile('names'), (page) => namesOf(page).getByText('Velvet').waitFor()],
  [
    'a new pen name, nothing filled in',
    urls.profile('names'),
    async (page) => {
      await buttonOf(page, 'Add a pen name').click();
      await pressIn(page, 'Add pen name');
      await windowOf(page).getByText('Username is required').waitFor();
    },
  ],
  [
    'retiring',
    urls.profile('names'),
    async (page) => {
      await buttonOf(page, 'Retire Velvet').click();
      await questionOf(page).waitFor();
    },
  ],
  [
    'the warning before a first story',
    urls.createStory(),
    async (page) => {
      await fieldOf(page, 'Title').fill('Seen');
      await editorOf(page).fill('Seen.');
      await fieldOf(page, 'Publish as').selectOption({ label: 'Velvet (@seen-elsewhere)' });
      await buttonOf(page, 'Publish Story').click();
      await questionOf(page).waitFor();
    },
  ],
];

test('no state has an accessibility problem, in Lamp and Paper, on a phone and a desktop', async () => {
  const session = await newAccount(site, 'seen');
  const reader = await newReader();
  const { page } = reader;
  page.on('dialog', (dialog) => dialog.accept());
  await remember(reader, site, session);
  await openPage(reader, urls.profile('names'));
  await addName(page, 'seen-elsewhere', 'Velvet');
  const findings: string[] = [];
  for (const [name, path, act] of states) {
    await openPage(reader, path);
    await act(page);
    const problems = await problemsInBothLooks(reader);
    findings.push(...problems.map((problem) => `${name}, ${problem}`));
  }
  assert.deepEqual(findings, []);
});
