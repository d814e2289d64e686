import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { shortcutGroups, shortcutKeys } from '#features/chapters/components/editor/shortcuts.ts';
import { editStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { readStorage } from './browser-storage.ts';
import { applyViewport, DESKTOP, PHONE, problemsInBothLooks } from './viewports.ts';
import { editorOf, newStory, paste, pressInEditor, toolbarOf } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'comfortable');
const { story, chapterIds } = await newStory(site, session, 'Abends', ['<p>Die Lampe brennt.</p>']);
await site.call(
  editStory,
  { id: String(story.id), title: story.title, slug: story.slug, language: 'de' },
  session.token,
);
const edit = urls.editChapter(story.slug, chapterIds[0] ?? 0);

async function writing(viewport = DESKTOP) {
  const reader = await newReader(viewport);
  await remember(reader, site, session);
  await openPage(reader, edit);
  await editorOf(reader.page).waitFor();
  return { reader, page: reader.page };
}

/** Replaces the text by what is typed. */
async function type(page: Page, text: string): Promise<void> {
  await pressInEditor(page, 'ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(text);
}

const textIn = (page: Page) => editorOf(page).textContent();

async function choose(page: Page, option: string): Promise<void> {
  await buttonOf(page, 'Writing options').click();
  await page.getByRole('menuitem', { name: option }).click();
}

/** Whether the text has covered the site's bar at the window's upper edge. */
const isAlone = (page: Page) =>
  page.evaluate(() => {
    const top = document.elementFromPoint(window.innerWidth / 2, 5);
    const text = document.querySelector('[role="textbox"]');
    return top?.contains(text) === true && top !== document.documentElement && top !== document.body;
  });

test('an author writes in focus mode and leaves it by Escape', async () => {
  const { reader, page } = await writing(PHONE);
  await buttonOf(page, 'Focus').click();
  await page.getByRole('button', { name: 'Leave focus mode' }).waitFor();
  for (const viewport of [DESKTOP, PHONE]) {
    await applyViewport(reader, viewport);
    assert.ok(await isAlone(page), viewport.theme);
  }
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await pressInEditor(page, 'ControlOrMeta+End');
  await page.keyboard.type(' Hell.');
  assert.match((await textIn(page)) ?? '', /Hell\./);
  // The search bar has its own Escape.
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('search', { name: 'Find and replace' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('search', { name: 'Find and replace' }).waitFor({ state: 'detached' });
  assert.ok(await isAlone(page));
  const reached = new Set<string>();
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.locator('a:focus, button:focus, input:focus, select:focus').allTextContents().then(String),
    );
  }
  assert.ok(![...reached].some((name) => /Save|Nightstand|Preview/.test(name)), [...reached].join());
  await pressInEditor(page, 'Escape');
  await page.getByRole('button', { name: 'Leave focus mode' }).waitFor({ state: 'detached' });
  assert.equal(await isAlone(page), false);
  await reader.leave();
});

test('an author sees a preview, the shortcuts and a daily goal', async () => {
  const { reader, page } = await writing(PHONE);
  await mainOf(page).getByRole('textbox', { name: 'Chapter title' }).fill('Der Abend');
  await mainOf(page).getByText('More settings').click();
  await mainOf(page)
    .getByRole('textbox', { name: 'Note before the chapter' })
    .fill('Leise *lesen*, [bitte](/help).');
  await type(page, 'Es regnet.');
  await buttonOf(page, 'Preview').click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  // A window with a text opens at its beginning.
  await preview.getByRole('heading', { name: 'Preview' }).and(page.locator(':focus')).waitFor();
  await preview.getByRole('heading', { name: 'Der Abend' }).waitFor();
  const note = preview.getByRole('complementary', { name: 'Author’s note' });
  await note.getByText('Leise lesen, bitte.').waitFor();
  const opened = page.waitForEvent('popup');
  await note.getByRole('link', { name: 'bitte' }).click();
  await (await opened).close();
  assert.equal(
    await preview.getByText('Es regnet.').locator('xpath=ancestor::*[@lang][1]').getAttribute('lang'),
    'de',
  );
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });

  await pressInEditor(page, 'ControlOrMeta+/');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const count = shortcutGroups.flatMap(({ shortcuts }) => shortcuts).length;
  await list.locator('kbd').nth(count).waitFor();
  assert.equal(await list.locator('dd').count(), count);
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });

  await choose(page, 'Daily goal');
  const goal = page.getByRole('dialog', { name: 'Daily goal' });
  await goal.getByLabel('Words a day').fill('0');
  await goal.getByRole('button', { name: 'Set goal' }).click();
  await goal.getByText('Words a day must be a whole number from 1 to 100,000').waitFor();
  await goal.getByLabel('Words a day').fill('4');
  await goal.getByRole('button', { name: 'Set goal' }).click();
  await mainOf(page).getByText('0 of 4 today').waitFor();
  await pressInEditor(page, 'ControlOrMeta+End');
  await page.keyboard.type(' Noch zwei.');
  await mainOf(page).getByText('2 of 4 today').waitFor();
  await page.keyboard.type(' Und vier.');
  await mainOf(page).getByText('4 of 4 today, done').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  assert.match((await readStorage(page)).local.wordGoal ?? '', /^4 4 \d{4}-\d\d-\d\d$/);
  // The page is left without saving.
  await page.evaluate(() => document.dispatchEvent(new Event('sessionended')));
  await mainOf(page).getByText('of 4 today').waitFor({ state: 'detached' });
  assert.equal((await readStorage(page)).local.wordGoal, undefined);
  await reader.leave();
});

test('focus mode begins again with the first press into the text, on this device', async () => {
  const { reader, page } = await writing();
  await pressInEditor(page, 'ControlOrMeta+Shift+F');
  await page.getByRole('button', { name: 'Leave focus mode' }).waitFor();
  await openPage(reader, edit);
  await editorOf(page).waitFor();
  assert.equal(await isAlone(page), false);
  await editorOf(page).click();
  await page.getByRole('button', { name: 'Leave focus mode' }).waitFor();
  await page.keyboard.press('ControlOrMeta+Shift+F');
  await openPage(reader, edit);
  await editorOf(page).click();
  assert.equal(await page.getByRole('button', { name: 'Leave focus mode' }).count(), 0);
  await reader.leave();
});

test('quotation marks follow the story’s language where the author asks for it, and one Backspace undoes it', async () => {
  const { reader, page } = await writing();
  assert.equal(await editorOf(page).getAttribute('lang'), 'de');
  assert.equal(await editorOf(page).getAttribute('spellcheck'), 'true');
  await type(page, '"Ja" -- gut');
  assert.equal(await textIn(page), '"Ja" -- gut');
  await choose(page, 'Typographic quotes and dashes');
  await type(page, '"Ja" -- gut');
  assert.equal(await textIn(page), '„Ja“ – gut');
  await type(page, 'Sie sagte "');
  assert.equal(await textIn(page), 'Sie sagte „');
  await page.keyboard.press('Backspace');
  assert.equal(await textIn(page), 'Sie sagte "');
  await page.keyboard.press('Backspace');
  assert.equal(await textIn(page), 'Sie sagte ');
  await page.keyboard.type('"');
  await page.keyboard.press('ControlOrMeta+z');
  assert.equal(await textIn(page), 'Sie sagte "');
  await type(page, 'Er: ');
  await paste(page, '', '"Nein" -- nie');
  assert.equal(await textIn(page), 'Er: "Nein" -- nie');
  await openPage(reader, edit);
  await editorOf(page).waitFor();
  await type(page, '"Ja"');
  assert.equal(await textIn(page), '„Ja“', 'the choice is remembered');
  await reader.leave();
});

test('every shortcut of the toolbar does what its button does', async () => {
  const { reader, page } = await writing();
  const toggles = {
    ...{ bold: 'Bold', italic: 'Italic' },
    ...{ alignCenter: 'Align centre', alignRight: 'Align right', alignLeft: 'Align left' },
    ...{
      heading2: 'Heading 2',
      heading3: 'Heading 3',
      bulletList: 'Bullet list',
      orderedList: 'Numbered list',
    },
    ...{ blockquote: 'Blockquote', codeBlock: 'Code block' },
  } as const;
  for (const [name, label] of Object.entries(toggles)) {
    await type(page, 'Lampe');
    if (name === 'bold' || name === 'italic') await page.keyboard.press('ControlOrMeta+a');
    // With Shift a keyboard sends the capital letter.
    const keys = shortcutKeys[name as keyof typeof toggles]
      .replace(/Shift-(\w)$/, (pressed) => pressed.toUpperCase().replace('SHIFT', 'Shift'))
      .replace('Mod', 'ControlOrMeta')
      .replaceAll('-', '+');
    await page.keyboard.press(keys);
    await toolbarOf(page).getByRole('button', { name: label, exact: true, pressed: true }).waitFor();
  }
  await page.keyboard.press('Alt+F10');
  await toolbarOf(page).locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await editorOf(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Link' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await buttonOf(page, 'Save Changes').focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await reader.leave();
});

test('the number of a chapter changes by the arrow keys, and by no small arrows in its field', async () => {
  const { reader, page } = await writing();
  const order = mainOf(page).getByLabel('Chapter order', { exact: true });
  const before = Number(await order.inputValue());
  const { width, height } = await order.evaluate((field) => field.getBoundingClientRect());
  for (let fromEnd = 2; fromEnd < 40; fromEnd += 3)
    await order.click({ position: { x: width - fromEnd, y: height / 2 - 4 } });
  assert.equal(Number(await order.inputValue()), before);
  await order.press('ArrowUp');
  assert.equal(Number(await order.inputValue()), before + 1);
  reader.assertNoProblems();
  await reader.leave();
});
