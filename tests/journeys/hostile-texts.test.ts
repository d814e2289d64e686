import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { isBlank, normalizeLine } from '#base/plain-text.ts';
import { updateProfile } from '#features/accounts/contract/profile.ts';
import { createChapter, editChapter, getChapter } from '#features/chapters/contract/chapters.ts';
import { sendComment } from '#features/comments/contract/comments.ts';
import { sendCorrection } from '#features/corrections/contract.ts';
import { answerNote, sendNote } from '#features/notes/contract.ts';
import { publishStory, type Story } from '#features/stories/contract/stories.ts';
import { storyTagNames } from '#features/tags/rules.ts';
import { cleanHtml } from '#platform/html/html-cleaner.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { hostileHtml, naughtyTexts } from '#tests/support/hostile-texts.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, newAccount, remember } from './account-steps.ts';
import { editorOf } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const mallory = await newAccount(site, 'mallory');

/** Texts that can be typed as a title. */
const titles = naughtyTexts.filter(
  (text) => !text.includes('\0') && !isBlank(normalizeLine(text)) && [...normalizeLine(text)].length <= 100,
);
const AT_ONCE = 8;
const REMAINS_PER_CHAPTER = 80;

/** The cleaned form of each hostile text in a chapter; tests/hostile-texts.test.ts sends the texts one by one. */
const remains = [...hostileHtml, ...naughtyTexts].map((text) => cleanHtml(`<p>Before.</p>${text}`).html);

/** Publishes a story for each text that is a valid title; synopsis, tag and chapter have the same text. */
async function publishHostile(): Promise<Story[]> {
  const stories: Story[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (let at = worker; at < titles.length; at += AT_ONCE) {
        const title = titles[at] ?? '';
        const tags = storyTagNames([title]).ok ? [title] : [];
        const story = await site.call(publishStory, { title, synopsis: title, tags }, mallory.token);
        const chapter = { id: String(story.id), title, content: '<p>Short.</p>' };
        await site.call(createChapter, chapter, mallory.token);
        stories.push(story);
      }
    }),
  );
  return stories;
}

const stories = await publishHostile();
assert.ok(stories.length > 350 && remains.length > 750);
const combinedStory = await site.call(publishStory, { title: 'All That Is Left' }, mallory.token);
const chapterIds: number[] = [];
for (let at = 0; at < remains.length; at += REMAINS_PER_CHAPTER) {
  const chapter = {
    id: String(combinedStory.id),
    title: `From ${at} on`,
    content: remains.slice(at, at + REMAINS_PER_CHAPTER).join('\n'),
  };
  const { id } = await site.call(createChapter, chapter, mallory.token);
  const stored = await site.call(getChapter, { id: combinedStory.slug, chapterId: String(id) });
  assert.equal(stored.content, chapter.content, 'what was cleaned once changes when it is cleaned again');
  chapterIds.push(id);
}
await site.call(
  updateProfile,
  { display_name: '<img src=x onerror=alert(1)>', bio: titles.slice(0, 60).join('\n').slice(0, 1900) },
  mallory.token,
);

/** Elements of the page that act, or lead to a forbidden address. */
function activeElementsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const leading = ['href', 'src', 'srcset', 'action', 'formaction', 'xlink:href', 'poster', 'data', 'ping'];
    const schemes = /^(?:https?|ftps?|mailto|tel|callto|sms|cid|xmpp):$/;
    const foreign =
      'script, style, link, meta, base, iframe, frame, object, embed, applet, math, video, audio, source, template, ' +
      'animate, set, foreignObject, [srcdoc]';
    const active: string[] = [];
    for (const part of document.querySelectorAll('main, [role="dialog"]')) {
      for (const element of part.querySelectorAll(foreign)) active.push(element.outerHTML.slice(0, 200));
      for (const element of part.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          const leads = leading.includes(name) && !schemes.test(new URL(value, location.href).protocol);
          if (name.startsWith('on') || leads) active.push(`${element.localName} ${name}=${value}`);
        }
      }
    }
    // An author's HTML may set neither names, by which script finds its elements, nor styles.
    for (const element of document.querySelectorAll('#page-html *')) {
      for (const name of ['id', 'name', 'style', 'is', 'slot'])
        if (element.hasAttribute(name)) active.push(`${element.localName} has ${name}`);
    }
    return active;
  });
}

/** A reader that records every dialog; each script that ran would open one. */
async function newAlertReader(options: { signedIn?: boolean } = {}) {
  const reader = await newReader();
  if (options.signedIn) await remember(reader, site, mallory);
  const windows: string[] = [];
  reader.page.on('dialog', (dialog) => {
    windows.push(dialog.message());
    void dialog.dismiss();
  });
  reader.context.on('page', (page) => windows.push(page.url()));
  const visit = async (path: string, until?: (page: Page) => Promise<unknown>) => {
    await reader.open(path);
    await reader.untilHydrated();
    await until?.(reader.page);
    assert.deepEqual(await activeElementsOf(reader.page), [], path);
    assert.deepEqual([...reader.problems, ...windows], [], path);
  };
  return { reader, visit };
}

const some = stories.filter((_, index) => index % 120 === 0);

test('hostile texts run no script on readers’ pages', async () => {
  const { reader, visit } = await newAlertReader();
  for (const id of chapterIds) await visit(urls.chapter(combinedStory.slug, id));
  const { page } = reader;
  await visit(urls.author('mallory'));
  const pages = Math.ceil(stories.length / 18);
  // The same cards are on every list, so only this list is visited for all of them, at every third page.
  for (let at = 2; at <= pages; at += 3) await visit(urls.author('mallory', at));
  for (const story of some) await visit(urls.story(story.slug));
  await visit(urls.authors());
  await visit(urls.allStories());
  for (const q of ['script', 'alert', 'null', 'undefined']) {
    await visit(urls.search({ q }));
    await visit(urls.tags({ q }));
  }
  for (const title of titles.slice(0, 300).filter((_, index) => index % 50 === 0))
    await visit(urls.search({ q: title }));
  await visit(urls.home());
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').fill('<script');
  await page.getByRole('option').first().waitFor();
  assert.deepEqual(await activeElementsOf(page), []);
  reader.assertNoProblems();
  await reader.leave();
});

test('hostile texts run no script in the editor', async () => {
  const { reader, visit } = await newAlertReader({ signedIn: true });
  const inEditor = (page: Page) => editorOf(page).getByText('Before.').first().waitFor();
  for (const id of chapterIds) await visit(urls.editChapter(combinedStory.slug, id), inEditor);
  const [first] = chapterIds;
  assert.ok(first !== undefined);
  const change = {
    id: combinedStory.slug,
    chapterId: String(first),
    title: titles[0] ?? '',
    content: remains.at(-1) ?? '',
  };
  await site.call(editChapter, change, mallory.token);
  await visit(urls.chapterVersions(combinedStory.slug, first), async (page) => {
    await page
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'What has changed since' }).waitFor();
  });
  for (const story of some.slice(0, 4)) await visit(urls.editStory(story.slug), editForm);
  await visit(urls.profile(), (page) => page.getByRole('article').first().waitFor());
  await visit(urls.profile('account'), (page) => page.getByLabel('Bio').waitFor());
  await reader.leave();
});

/** Hostile texts together, as many as fit; a text of the site's own fields loses NUL alone. */
function together(texts: readonly string[], maximum: number): string[] {
  const parts: string[] = [];
  for (const text of texts) {
    const line = normalizeLine(text.replaceAll('\0', ''));
    const part = `${parts.at(-1) ?? ''} ${line}`;
    if (parts.length > 0 && [...part].length <= maximum) parts[parts.length - 1] = part;
    else if ([...line].length <= maximum) parts.push(line);
  }
  return parts.filter((part) => !isBlank(part));
}

test('hostile texts in comments, corrections and private notes run no script, for readers and authors', async () => {
  const trudy = await newAccount(site, 'trudy');
  const texts = [...naughtyTexts, ...hostileHtml];
  const details = { title: 'All That Is Said', notes: true };
  const story = await site.call(publishStory, details, mallory.token);
  const id = String(story.id);
  const chapter = { id, title: 'Said', content: '<p>Before.</p><p>After.</p>' };
  const { id: chapterId } = await site.call(createChapter, chapter, mallory.token);
  const paragraph = { index: 0, text_hash: createHash('sha256').update('Before.').digest('hex') };
  const comments = together(texts, 4000);
  for (const [at, content] of comments.entries()) {
    const place = at % 2 === 0 ? { paragraph, chapter_id: chapterId } : {};
    const thread = await site.call(sendComment, { id, content, ...place }, trudy.token);
    await site.call(sendComment, { id, content, parent_id: thread.id }, mallory.token);
    const note = await site.call(sendNote, { id, content }, trudy.token);
    await site.call(answerNote, { id: String(note.id), content }, mallory.token);
  }
  const corrections = together(texts, 1000).slice(0, 48);
  for (const quote of corrections) {
    const correction = { quote, replacement: quote.slice(1), note: quote };
    await site.call(sendCorrection, { id: String(chapterId), ...correction }, trudy.token);
  }
  assert.ok(comments.length > 8 && corrections.length > 30);

  const { reader: guest, visit } = await newAlertReader();
  const article = (page: Page) => page.locator('main article article').first().waitFor();
  await visit(urls.comments(story.slug));
  await visit(urls.chapterComments(story.slug, chapterId));
  await visit(urls.chapterComments(story.slug, chapterId, { sort: 'newest' }));
  await visit(urls.chapter(story.slug, chapterId), article);
  await buttonOf(guest.page, 'Reading settings').click();
  await guest.page.getByRole('radio', { name: 'Their number' }).check({ force: true });
  await guest.page.keyboard.press('Escape');
  await guest.page.getByRole('button', { name: /on “Before/ }).click();
  await guest.page.getByRole('dialog').getByRole('article').first().waitFor();
  assert.deepEqual(await activeElementsOf(guest.page), []);
  guest.assertNoProblems();
  await guest.leave();

  const author = await newAlertReader({ signedIn: true });
  const listed = (page: Page) => page.getByRole('main').getByRole('listitem').first().waitFor();
  for (const address of [
    urls.receivedComments('shown'),
    urls.notes(),
    urls.inbox(),
    urls.comments(story.slug),
  ])
    await author.visit(address, listed);
  await author.visit(urls.editChapter(story.slug, chapterId), (page) =>
    page.getByText(`${corrections.length} corrections by readers`).waitFor(),
  );
  await author.reader.leave();

  const sender = await newAlertReader();
  await remember(sender.reader, site, trudy);
  for (const address of [urls.corrections(), urls.notes({ box: 'sent' }), urls.inbox()])
    await sender.visit(address, listed);
  await sender.reader.leave();
});

const editForm = (page: Page) => page.getByLabel('Slug').waitFor();

test('control: a script, a frame and a forbidden scheme are detected', async () => {
  const reader: Reader = await newReader();
  // The control needs a page of its own, because the site's pages can't contain such markup.
  const body =
    '<main><img alt="" src="x" onerror="void 0"><a href="java\tscript:alert(1)">x</a><iframe srcdoc="x"></iframe></main>';
  await reader.page.route('**/unguarded', (route) => route.fulfill({ contentType: 'text/html', body }));
  await reader.page.goto(`${site.url}/unguarded`);
  assert.equal((await activeElementsOf(reader.page)).length, 3);
  await reader.leave();
});
