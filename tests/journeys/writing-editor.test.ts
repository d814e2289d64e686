import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createChapter, getChapter } from '#features/chapters/contract/chapters.ts';
import { contentWarnings, warningAnswers } from '#features/labels/contract/warnings.ts';
import { cleanHtml } from '#platform/html/html-cleaner.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, focusedLabel, heading, newAccount, openPage, remember } from './account-steps.ts';
import { clipboards } from './clipboards.ts';
import { draftsIn, editorOf, newStory, paste, pressInEditor, toolbarOf } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const warnings = Object.values({ ...contentWarnings, ...warningAnswers });
const nora = await newAccount(site, 'nora-inkwell');

async function atTheDesk(options: Parameters<typeof newReader>[0] = {}) {
  const reader = await newReader(options);
  await remember(reader, site, nora);
  await openPage(reader, urls.createStory());
  await editorOf(reader.page).waitFor();
  return reader;
}

/** Empties the editor, so that it contains only the next input. */
async function clear(page: Page): Promise<void> {
  await pressInEditor(page, 'ControlOrMeta+a');
  await page.keyboard.press('Delete');
}

/** Fails unless the editor's saved draft becomes this text; the draft follows typing by a moment. */
async function assertHolds(page: Page, html: string, message = html): Promise<void> {
  let content = '';
  for (let tries = 0; tries < 100 && content !== html; tries += 1) {
    const drafts = await draftsIn(page);
    content = drafts[0]?.values.content ?? '';
    if (content !== html) await page.waitForTimeout(50);
  }
  assert.equal(content, html, message);
}

const tool = (page: Page, name: string) => toolbarOf(page).getByRole('button', { name, exact: true });

// Spec 5: Images by URL; headings 2 and 3; alignments
// Spec 9: Toolbar actions
test('the toolbar has the specified buttons, and each formats the text', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  assert.deepEqual(
    await toolbarOf(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label'))),
    [
      'Bold',
      'Italic',
      'Heading 2',
      'Heading 3',
      'Bullet list',
      'Numbered list',
      'Blockquote',
      'Code block',
      'Align left',
      'Align centre',
      'Align right',
      'Insert image',
      'Insert link',
      'Scene break',
      'Find and replace',
      'Undo',
      'Redo',
    ],
  );
  const table: [tools: string[], html: string][] = [
    [['Bold'], '<p><strong>word</strong></p>'],
    [['Italic'], '<p><em>word</em></p>'],
    [['Bold', 'Italic'], '<p><strong><em>word</em></strong></p>'],
    [['Heading 2'], '<h2>word</h2>'],
    [['Heading 3'], '<h3>word</h3>'],
    [['Heading 2', 'Heading 2'], '<p>word</p>'],
    [['Bullet list'], '<ul><li><p>word</p></li></ul>'],
    [['Numbered list'], '<ol><li><p>word</p></li></ol>'],
    [['Bullet list', 'Numbered list'], '<ol><li><p>word</p></li></ol>'],
    [['Heading 3', 'Bullet list'], '<ul><li><p>word</p></li></ul>'],
    [['Blockquote'], '<blockquote><p>word</p></blockquote>'],
    [['Code block'], '<pre><code>word</code></pre>'],
    [['Align centre'], '<p class="align-center">word</p>'],
    [['Align right'], '<p class="align-right">word</p>'],
    [['Heading 2', 'Align right'], '<h2 class="align-right">word</h2>'],
    [['Align centre', 'Align left'], '<p>word</p>'],
  ];
  for (const [tools, html] of table) {
    await clear(page);
    await page.keyboard.type('word');
    await page.keyboard.press('Shift+Home');
    for (const name of tools) await tool(page, name).click();
    const name = tools.at(-1) ?? '';
    const isOn = tools.filter((other) => other === name).length === 1;
    assert.equal(await tool(page, name).getAttribute('aria-pressed'), String(isOn), tools.join(', '));
    await assertHolds(page, html, tools.join(', '));
    // The text becomes a plain line again, as at the start.
    await clear(page);
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Backspace');
    for (const pressed of [...tools].reverse()) {
      const isPressed = (await tool(page, pressed).getAttribute('aria-pressed')) === 'true';
      if (isPressed && pressed !== 'Align left')
        await tool(page, pressed === 'Align right' ? 'Align left' : pressed).click();
    }
    await tool(page, 'Align left').click();
  }
  await clear(page);
  await page.keyboard.type('before');
  await tool(page, 'Scene break').click();
  await page.keyboard.type('after');
  await assertHolds(page, '<p>before</p>\n<hr>\n<p>after</p>');
  await tool(page, 'Undo').click();
  assert.equal(await tool(page, 'Redo').getAttribute('aria-disabled'), 'false');
  reader.assertNoProblems();
  await reader.leave();
});

test('typed text is not changed', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  const lines = [
    '"Straight" and \'single\', “curly” and ‘so on’ -- (c) ... 1/2 -> :)',
    '- Yes, he said.',
    '1987. That was the year.',
    '# no heading, > no quotation, **no bold**, _no slant_',
    '  two  spaces  ',
    'https://example.org stays a word',
  ];
  await editorOf(page).click();
  for (const line of lines) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('only `this` changes');
  const html = [
    ...lines.map((line) => `<p>${line.replaceAll('&', '&amp;')}</p>`),
    '<p>only <code>this</code> changes</p>',
  ].join('\n');
  await assertHolds(page, html);
  assert.equal(cleanHtml(html).html, html);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 9: Undo depth 100, group 500 ms
test('an author undoes and redoes a hundred steps', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  await editorOf(page).click();
  await page.keyboard.type('A');
  // Each press is a step of its own in the history, however fast.
  for (let at = 0; at < 60; at += 1) await page.keyboard.press('ControlOrMeta+b');
  for (const word of ['one', 'two', 'three']) {
    await page.keyboard.type(word);
    await tool(page, 'Heading 2').click();
    await tool(page, 'Heading 2').click();
  }
  const isPossible = async (name: string) =>
    (await tool(page, name).getAttribute('aria-disabled')) === 'false';
  const whole = await editorOf(page).textContent();
  while (await isPossible('Undo')) await tool(page, 'Undo').click();
  assert.equal(await editorOf(page).textContent(), '');
  while (await isPossible('Redo')) await tool(page, 'Redo').click();
  assert.equal(await editorOf(page).textContent(), whole);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 5: Images by URL; headings 2 and 3; alignments
test('inserting links and pictures sends no requests', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  await editorOf(page).click();
  await page.keyboard.type('read this now');
  await page.keyboard.press('Home');
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ControlOrMeta+k');
  const link = page.getByRole('dialog', { name: 'Link' });
  await link.getByLabel('Address').fill('javascript:alert(1)');
  await link.getByRole('button', { name: 'Insert link' }).click();
  await link.getByText(/^Please enter an address/).waitFor();
  assert.deepEqual(await reader.violations(), []);
  await link.getByLabel('Address').fill('example.org/a?b=c&d');
  await link.getByRole('button', { name: 'Insert link' }).click();
  await link.waitFor({ state: 'detached' });
  const rel = 'rel="nofollow ugc noopener noreferrer"';
  await assertHolds(page, `<p><a href="https://example.org/a?b=c&amp;d" ${rel}>read</a> this now</p>`);
  // The selected words are the link. Each step of the cursor has to have arrived in the editor, and a key pressed while
  // the closed dialog gives the focus back reaches neither.
  const isInLink = () => tool(page, 'Insert link').getAttribute('aria-pressed');
  const goHome = async () => {
    await pressInEditor(page, 'Home');
    return isInLink();
  };
  await untilEqual(goHome, 'false');
  await page.keyboard.press('ArrowRight');
  await untilEqual(isInLink, 'true');
  await tool(page, 'Insert link').click();
  assert.equal(await link.getByLabel('Address').inputValue(), 'https://example.org/a?b=c&d');
  await link.getByRole('button', { name: 'Remove link' }).click();
  await link.waitFor({ state: 'detached' });
  await assertHolds(page, '<p>read this now</p>');
  await pressInEditor(page, 'End');
  await tool(page, 'Insert link').click();
  await link.getByLabel('Address').fill('/tags');
  await link.getByLabel('Text').fill('and tags');
  await page.keyboard.press('Enter');
  await link.waitFor({ state: 'detached' });
  await assertHolds(page, `<p>read this now<a href="/tags" ${rel}>and tags</a></p>`);
  // Enter in the dialog submitted only the dialog.
  assert.equal(await page.getByText('Title is required').count(), 0);

  await clear(page);
  await tool(page, 'Insert image').click();
  const image = page.getByRole('dialog', { name: 'Image' });
  await image.getByLabel('Address').fill('http://pictures.invalid/lamp.png');
  await image.getByRole('button', { name: 'Insert image' }).click();
  await image.getByText('Please enter an address that begins with https://').waitFor();
  await image.getByLabel('Address').fill('https://pictures.invalid/lamp.png');
  await image.getByLabel('Description').fill('A "lamp"');
  await image.getByRole('button', { name: 'Insert image' }).click();
  await image.waitFor({ state: 'detached' });
  await assertHolds(
    page,
    '<p><img src="https://pictures.invalid/lamp.png" alt="A &quot;lamp&quot;" loading="lazy" referrerpolicy="no-referrer"></p>',
  );
  await editorOf(page).getByText('Picture from pictures.invalid: A "lamp".').waitFor();
  assert.equal(await editorOf(page).locator('img:not(.ProseMirror-separator)').count(), 0);
  assert.deepEqual(await reader.violations(), []);
  // A selected picture can be changed; one from the author's own disk opens the same dialog.
  await editorOf(page).getByText('Picture from pictures.invalid').click();
  await tool(page, 'Insert image').click();
  assert.equal(await image.getByLabel('Address').inputValue(), 'https://pictures.invalid/lamp.png');
  await image.getByLabel('Description').fill('A "lamp", lit');
  await image.getByRole('button', { name: 'Change image' }).click();
  await image.waitFor({ state: 'detached' });
  await editorOf(page).getByText('A "lamp", lit.').waitFor();
  await editorOf(page).evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['x'], 'x.png', { type: 'image/png' }));
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await image.waitFor();
  await page.keyboard.press('Escape');
  await image.waitFor({ state: 'detached' });
  reader.assertNoProblems();
  await editorOf(page).getByRole('button', { name: 'Show picture' }).click();
  await editorOf(page).locator('img[alt="A \\"lamp\\", lit"]').waitFor({ state: 'attached' });
  await reader.leave();
});

test('text pasted from other programs is converted to the site’s own HTML', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  for (const { program, html, text, blocks } of clipboards) {
    await clear(page);
    await paste(page, html, text ?? 'not this');
    const stored = blocks.join('\n');
    await assertHolds(page, stored, program);
    assert.equal(cleanHtml(stored).html, stored, program);
    reader.assertNoProblems();
  }
  await reader.leave();
});

test('an author learns which formatting a paste has lost', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  const row = (first: string, second: string) => `<tr><td>${first}</td><td>${second}</td></tr>`;
  const table = `<table>${row('Tea', 'two')}${row('Bread', 'one')}</table>`;
  await paste(page, `${table}<p><u>Never</u> <span style="text-decoration: line-through">always</span></p>`);
  await page
    .getByText('Pasted without tables, underlining and strikethrough, which a chapter cannot have.')
    .waitFor();
  await assertHolds(
    page,
    ['Tea', 'two', 'Bread', 'one', 'Never always'].map((text) => `<p>${text}</p>`).join('\n'),
  );
  await openPage(reader, new URL(page.url()).pathname);
  await clear(page);
  await paste(page, '<table><tr><td><p>One <a href="/faq"><u>link</u></a></p></td></tr></table>');
  await editorOf(page).getByText('One link').waitFor();
  assert.equal(await page.getByText('Pasted without').count(), 0);
  reader.assertNoProblems();
  await reader.leave();
});

test('pasted text can neither change the base address nor run scripts', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  // Records each document that a paste creates, with its contents at the time of parsing.
  await page.evaluate(() => {
    const documents: Document[] = [];
    Object.assign(window, { documents });
    const make = document.implementation.createHTMLDocument.bind(document.implementation);
    document.implementation.createHTMLDocument = (title) => {
      const parsed = make(title);
      documents.push(parsed);
      return parsed;
    };
  });
  const acting = `<base href="https://evil.invalid/"><meta http-equiv="refresh" content="0;url=https://evil.invalid/">
    <link rel="stylesheet" href="https://evil.invalid/a.css"><iframe src="https://evil.invalid/"></iframe>
    <video src="https://evil.invalid/v"><source src="https://evil.invalid/s"></video><applet code="x">no</applet>`;
  await paste(page, `${acting}<p>She was <a href="/faq">early</a>.</p><div>${acting}Twice.</div>`);
  await editorOf(page).getByText('Twice.').waitFor();
  const results = await page.evaluate(() =>
    (window as unknown as { documents: Document[] }).documents.map((parsed) => ({
      elements: parsed.querySelectorAll('base, meta[http-equiv], link, iframe, video, source, applet').length,
      leadsAway: parsed.baseURI.includes('evil'),
    })),
  );
  assert.ok(results.length > 0);
  for (const parsed of results) assert.deepEqual(parsed, { elements: 0, leadsAway: false });
  assert.doesNotMatch(await editorOf(page).innerHTML(), /evil/);
  reader.assertNoProblems();
  await reader.leave();
});

test('opening and saving a stored text does not change it', async () => {
  const { story } = await newStory(site, nora, 'Every Kind', []);
  const stored = [
    '<h2 class="align-center">A Heading</h2>',
    '<p>She  wrote <strong>one</strong> and <em>crossed <code>it</code> out</em>, &amp; so on.  </p>',
    '<ul><li><p>a lamp</p><ol><li><p>its shade</p></li></ol></li><li><h3>odd</h3></li></ul>',
    '<blockquote><p>He read it aloud.</p><hr></blockquote>',
    '<pre><code>\n if (letter) {\n\n  answer();</code></pre>',
    '<p></p>',
    '<p class="align-justify">From edge to edge<br>and on</p>',
    '<p class="align-left">left</p>',
  ].join('\n');
  const chapter = { id: String(story.id), title: 'All', content: stored };
  const { id } = await site.call(createChapter, chapter, nora.token);
  assert.equal((await site.call(getChapter, { id: story.slug, chapterId: String(id) })).content, stored);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, nora);
  await openPage(reader, urls.editChapter(story.slug, id));
  await editorOf(page).waitFor();
  await fieldOf(page, 'Chapter title').fill('Still All');
  await buttonOf(page, 'Save Changes').click();
  await heading(page, 'Still All').waitFor();
  assert.equal((await site.call(getChapter, { id: story.slug, chapterId: String(id) })).content, stored);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Writing: A tag is added on Enter, comma or space
// Spec 2, Writing: Backspace on empty input removes the last tag; Escape closes; chosen tags leave the suggestions
test('an author writes, formats, tags and publishes by keyboard alone', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  const { keyboard } = page;
  await fieldOf(page, 'Title').focus();
  await keyboard.type('By Hand');
  await keyboard.press('Tab');
  assert.equal(await focusedLabel(page), 'Title of the first chapter *'.replace(' *', ''));
  for (const stop of ['Preview', 'Focus', 'Writing options', 'Bold']) {
    await keyboard.press('Tab');
    assert.equal(await focusedLabel(page), stop);
  }
  await keyboard.press('ArrowRight');
  assert.equal(await focusedLabel(page), 'Italic');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  // The arrow keys wrap round, and reach the disabled button, so that nobody has to search for it.
  assert.equal(await focusedLabel(page), 'Redo');
  await keyboard.press('ArrowRight');
  await keyboard.press('Escape');
  await keyboard.type('Plain, ');
  await keyboard.press('Alt+F10');
  assert.equal(await focusedLabel(page), 'Bold');
  await keyboard.press('Enter');
  assert.equal(await tool(page, 'Bold').getAttribute('aria-pressed'), 'true');
  await keyboard.press('Escape');
  await keyboard.type('bold');
  await keyboard.press('ControlOrMeta+b');
  await keyboard.press('ControlOrMeta+i');
  await keyboard.type(' and slanted');
  await assertHolds(page, '<p>Plain, <strong>bold</strong><em> and slanted</em></p>');
  await keyboard.press('Tab');
  await keyboard.type('kitchen');
  await keyboard.press('Enter');
  await keyboard.type('se');
  const list = page.getByRole('listbox', { name: 'Suggested tags' });
  await list.waitFor();
  const proposed = await list.getByRole('option').allTextContents();
  assert.ok(proposed.length > 0 && proposed.length <= 5);
  await keyboard.press('ArrowDown');
  assert.equal(await list.getByRole('option', { selected: true }).textContent(), proposed[0]);
  assert.deepEqual(await reader.violations(), []);
  await keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  for (const _ of 'se') await keyboard.press('Backspace');
  await keyboard.press('Backspace');
  assert.equal(await page.getByRole('button', { name: 'Remove kitchen' }).count(), 0);
  await keyboard.type('night,');
  await keyboard.type('sea');
  await keyboard.press('Tab');
  assert.deepEqual(
    await page.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem').allTextContents(),
    ['night', 'sea'],
  );
  // The warnings, one stop each, and the settings that unfold lie between the tags and publishing.
  for (const stop of [...warnings, 'More settings']) {
    assert.equal(await focusedLabel(page), stop);
    await keyboard.press('Tab');
  }
  assert.equal(await focusedLabel(page), 'Publish Story');
  await keyboard.press('Enter');
  await heading(page, 'By Hand').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

/** Whether the last line of an element is in the window, with nothing over it. */
function isUncovered(element: Element): boolean {
  const { left, bottom } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + 40, bottom - 4));
}

test('too long a tag stays in its field, which says so at once, and goes into no story', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  await page.setViewportSize({ width: 390, height: 640 });
  const tags = page.getByRole('combobox', { name: 'Tags' });
  const chosen = page.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem');
  const long = 'a-tag-that-goes-on-and-on-until-nobody-would-follow-it';
  const refusal = `Tags can have up to 50 characters: "${long.slice(0, 49)}…" has more`;
  await fieldOf(page, 'Title').fill('Short Words');
  await tags.evaluate((input) => {
    input.focus();
    input.scrollIntoView({ block: 'end' });
  });
  await page.keyboard.type(`sea ${long} `);
  const message = page.locator('p', { hasText: refusal });
  await message.waitFor();
  // The bar with the button hides nothing of it.
  await untilEqual(() => message.evaluate(isUncovered), true);
  assert.equal(await tags.inputValue(), long);
  assert.equal(await tags.getAttribute('aria-invalid'), 'true');
  const description = await tags.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  );
  assert.ok(description.includes(refusal), String(description));
  assert.deepEqual(await chosen.allTextContents(), ['sea']);
  assert.deepEqual(await reader.violations(), []);
  await paste(page, '<p>It rained.</p>');
  await buttonOf(page, 'Publish Story').click();
  await untilEqual(() => focusedLabel(page), 'Tags');
  // A text with spaces, as it is after pasting, isn’t torn into words while it is shortened.
  await tags.fill(long.replaceAll('-', ' '));
  await tags.press('Backspace');
  assert.equal(await tags.inputValue(), long.replaceAll('-', ' ').slice(0, -1));
  await tags.fill('a tag that ends');
  await page.locator('p', { hasText: 'Tags can have up to' }).waitFor({ state: 'detached' });
  await tags.press('Enter');
  assert.deepEqual(await chosen.allTextContents(), ['sea', 'a tag that ends']);
  assert.equal(await tags.getAttribute('aria-invalid'), 'false');
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 5: Story and chapter titles: messages
// Spec 5: Content: messages of both screens, 100,000 characters
test('missing and too long input is reported at its field', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  await fieldOf(page, 'Title of the first chapter').fill(' ');
  await buttonOf(page, 'Publish Story').click();
  for (const text of ['Title is required', 'Chapter title is required', 'Content is required'])
    await page.getByText(text, { exact: true }).waitFor();
  assert.equal(await focusedLabel(page), 'Title');
  assert.equal(await editorOf(page).getAttribute('aria-invalid'), 'true');
  assert.deepEqual(await reader.violations(), []);
  await fieldOf(page, 'Title').fill('x'.repeat(101));
  await fieldOf(page, 'Title of the first chapter').fill('y'.repeat(101));
  await paste(page, `<p>${'word '.repeat(20_100)}</p>`);
  await page.getByText('20,100 words', { exact: true }).waitFor();
  await page.getByText(/^100,5\d\d\/100,000$/).waitFor();
  await buttonOf(page, 'Publish Story').click();
  for (const text of [
    'Title is too long. Please keep it under 100 characters.',
    'Chapter title is too long. Please keep it under 100 characters.',
    'Content is too long. Please keep it under 100,000 characters.',
  ])
    await page.getByText(text, { exact: true }).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});
