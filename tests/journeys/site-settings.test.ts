import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createInvitation } from '#features/invitations/contract.ts';
import { changeSetting, listSettings, type SettingName } from '#features/site-settings/contract.ts';
import type { Context } from '#platform/runtime/context.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { assertRefused, focusedLabel, mainOf } from './account-steps.ts';
import { signInAs } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite({ env: { EXIT_URL: 'https://example.org/quiet' } });
after(() => site.stop());
const { ada, bea, mia } = await site.within(async (context: Context) => ({
  ada: await signedIn(context, 'ada-keeps', { role: 'admin' }),
  bea: await signedIn(context, 'bea-keeps', { role: 'admin' }),
  mia: await signedIn(context, 'mia-reads'),
}));
const { newReader } = await openBrowser(site);

async function settingsPage(person: SignedInPerson, options: { width?: number } = {}): Promise<Reader> {
  const reader = await newReader(options);
  await signInAs(reader, site, person);
  await reader.open(staffUrls.settings());
  await fieldOf(reader, 'Name of the site').waitFor();
  return reader;
}

const formOf = ({ page }: Reader, label: string) =>
  mainOf(page).getByRole('form', { name: label, exact: true });
const fieldOf = (reader: Reader, label: string) => formOf(reader, label).getByRole('textbox');
const save = ({ page }: Reader, label: string) =>
  mainOf(page)
    .getByRole('button', { name: `Save ${label}`, exact: true })
    .click();
const saved = (reader: Reader, label: string) =>
  formOf(reader, label).getByText('Saved, and live.').waitFor();

async function change(name: SettingName, value: string | null): Promise<void> {
  const { settings } = await site.call(listSettings, {}, ada.token);
  const revision = settings.find((each) => each.name === name)?.revision ?? 0;
  await site.call(changeSetting, { name, value, revision }, ada.token);
}

test('an admin names the site, and the next visitor sees it in the first paint, in bar, title and texts', async () => {
  const admin = await settingsPage(ada);
  await fieldOf(admin, 'Name of the site').fill('Moonlit Press');
  await save(admin, 'Name of the site');
  await saved(admin, 'Name of the site');
  admin.assertNoProblems();
  const { text } = await get(site, urls.home());
  assert.match(text, /<title>Moonlit Press<\/title>/);
  assert.match(text, /<meta property="og:site_name" content="Moonlit Press">/);
  assert.doesNotMatch(text, /Nightstand/);
  assert.doesNotMatch((await get(site, urls.terms())).text, /Nightstand/);
  const visitor = await newReader();
  await visitor.open(urls.tags());
  await visitor.untilHydrated();
  const { page } = visitor;
  await page.getByRole('banner').getByRole('link', { name: 'Moonlit Press' }).click();
  await page.waitForFunction(() => document.title === 'Moonlit Press');
  visitor.assertNoProblems();
  await change('site_name', null);
});

test('a name in Arabic leaves the sentences around it in their order', async () => {
  await change('site_name', 'قصص الليل');
  const visitor = await newReader({ accepted: false });
  const { page } = visitor;
  await visitor.open(urls.terms());
  for (const words of ['publishes fiction for adults', 'is a place to read', 'Stories belong to']) {
    const isBeforeWords = await page
      .locator('p', { hasText: words })
      .first()
      .evaluate(
        (paragraph, places) => {
          const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
          const [nameAt, wordsAt] = places.map((text) => {
            texts.currentNode = paragraph;
            for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
              const start = node.textContent?.indexOf(text) ?? -1;
              if (start < 0) continue;
              const range = document.createRange();
              range.setStart(node, start);
              range.setEnd(node, start + text.length);
              return range.getClientRects()[0];
            }
            throw new Error(text);
          });
          return (nameAt?.right ?? 0) <= (wordsAt?.left ?? 0) + 1;
        },
        ['قصص', words.slice(0, 8)],
      );
    assert.ok(isBeforeWords, words);
  }
  visitor.assertNoProblems();
  await change('site_name', null);
});

test('an accent that nobody could read is refused with its contrast, and a legible one colours every page', async () => {
  const admin = await settingsPage(ada);
  const form = formOf(admin, 'Accent on Paper');
  await form.getByRole('textbox').fill('#e6a94f');
  await form.getByText(/^page: 1\.\d\d to 1, too low$/).waitFor();
  await save(admin, 'Accent on Paper');
  await form.getByText(/has a contrast of 1\.\d\d to 1 on the ground #eee5d4/).waitFor();
  assert.match(await focusedLabel(admin.page), /Accent on Paper/);
  assert.equal(await form.getByRole('textbox').inputValue(), '#e6a94f');
  assertRefused(admin, [[422, '/api/moderation/settings/accent_paper']]);
  await form.getByRole('textbox').fill('#1d4ed8');
  await save(admin, 'Accent on Paper');
  await saved(admin, 'Accent on Paper');
  for (const [theme, colour] of [
    ['paper', 'rgb(29, 78, 216)'],
    ['lamp', 'rgb(230, 169, 79)'],
  ] as const) {
    const visitor = await newReader({ theme, javaScript: false });
    await visitor.open(urls.terms());
    const link = visitor.page.locator('main section p a[href="/guidelines"]').first();
    assert.equal(await link.evaluate((element) => getComputedStyle(element).color), colour);
    await visitor.leave();
  }
  await change('accent_paper', null);
  assert.doesNotMatch((await get(site, urls.home())).text, /\/accent\//);
});

test('an own text replaces the terms, and the shipped one comes back', async () => {
  const admin = await settingsPage(bea, { width: 390 });
  const form = formOf(admin, 'Terms');
  await form.getByRole('textbox').fill('## Our house\n\nBe kind.\n\n[Write to us](/contact).');
  await form.getByRole('button', { name: 'Preview of Terms' }).click();
  const preview = admin.page.getByRole('dialog', { name: 'Preview of Terms' });
  await preview.getByRole('heading', { name: 'Our house' }).waitFor();
  const opened = admin.page.waitForEvent('popup');
  await preview.getByRole('link', { name: 'Write to us' }).click();
  await (await opened).close();
  const visitor = await newReader({ javaScript: false });
  await visitor.open(urls.terms());
  assert.equal(await visitor.page.getByRole('heading', { name: 'Our house' }).count(), 0);
  await preview.getByRole('button', { name: 'Back to writing' }).click();
  await preview.waitFor({ state: 'detached' });
  await save(admin, 'Terms');
  await saved(admin, 'Terms');
  await visitor.open(urls.terms());
  await visitor.page.getByRole('heading', { name: 'Our house' }).waitFor();
  assert.equal(await visitor.page.getByRole('heading', { name: /Acceptance/ }).count(), 0);
  await form.getByRole('button', { name: 'Back to the text shipped with the site' }).click();
  await form.getByText('The text shipped with the site is shown.').waitFor();
  assert.equal(await form.getByRole('textbox').inputValue(), '');
  await visitor.open(urls.terms());
  await visitor.page.getByRole('heading', { name: /Acceptance/ }).waitFor();
});

const LEGAL_PAGES = {
  Terms: urls.terms(),
  Privacy: urls.privacy(),
  Guidelines: urls.guidelines(),
  Contact: urls.contact(),
  FAQ: urls.faq(),
};

/** The words of a legal page's text and the addresses of its links, without titles that the page adds. */
async function legalText(
  { page }: Reader,
  path: string,
): Promise<{ words: string; links: (string | null)[] }> {
  await page.goto(site.url + path);
  return mainOf(page)
    .getByRole('article')
    .evaluate((article) => {
      for (const added of article.querySelectorAll('header, nav, h2 a')) added.remove();
      return {
        words: article.textContent.replaceAll(/\s+/g, ''),
        // An own text has no sections to link to.
        links: [...article.querySelectorAll('a:not([href^="#"])')].map((link) => link.getAttribute('href')),
      };
    });
}

test('an own text of a legal page begins with the shipped one, word for word', async () => {
  const admin = await settingsPage(ada, { width: 390 });
  const { page } = admin;
  const visitor = await newReader();
  for (const [label, path] of Object.entries(LEGAL_PAGES)) {
    const shipped = await legalText(visitor, path);
    const field = fieldOf(admin, label);
    const begin = page.getByRole('button', { name: `Begin with the shipped text of ${label}` });
    await field.fill('Typed.');
    await begin.waitFor({ state: 'detached' });
    await field.fill('');
    await begin.click();
    await untilEqual(() => focusedLabel(page), `Own text of ${label}, in Markdown`);
    await save(admin, label);
    await saved(admin, label);
    const own = await legalText(visitor, path);
    assert.ok(own.words === shipped.words, label);
    assert.deepEqual(own.links, shipped.links);
    await change(`text_${label.toLowerCase()}` as SettingName, null);
  }
  admin.assertNoProblems();
  await Promise.all([admin.leave(), visitor.leave()]);
});

test('a shipped text that cannot be fetched leaves the field, and what is typed there outlasts the page', async () => {
  const admin = await settingsPage(ada);
  const { page } = admin;
  await page.route(`**${urls.faq()}`, (route) => route.abort());
  const begin = page.getByRole('button', { name: 'Begin with the shipped text of FAQ' });
  await begin.click();
  await page.getByText('The shipped text could not be fetched.').waitFor();
  assert.equal(await fieldOf(admin, 'FAQ').inputValue(), '');
  await page.unroute(`**${urls.faq()}`);
  await begin.click();
  await untilEqual(async () => (await fieldOf(admin, 'FAQ').inputValue()).startsWith('## '), true);
  await fieldOf(admin, 'FAQ').fill('## Begun, and left');
  await admin.open(urls.home());
  await admin.open(staffUrls.settings());
  await untilEqual(() => fieldOf(admin, 'FAQ').inputValue(), '## Begun, and left');
  await admin.leave();
});

test('an admin goes to the limits with the keyboard, is told the range, and the next member meets the new number', async () => {
  const admin = await settingsPage(ada);
  const label = 'Invitations in 30 days from a member';
  const field = formOf(admin, label).getByRole('spinbutton');
  const contents = mainOf(admin.page).getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Limits', exact: true }).focus();
  await admin.page.keyboard.press('Enter');
  await admin.page.waitForURL(/#limits$/);
  await formOf(admin, label).getByText('From 0 to 100. The default of the site.').waitFor();
  await field.fill('500');
  await field.press('Enter');
  await formOf(admin, label).getByText(`${label} must be a whole number from 0 to 100`).first().waitFor();
  assert.equal(await field.inputValue(), '500');
  assert.match(await focusedLabel(admin.page), /^Invitations in 30 days/);
  assertRefused(admin, [[422, '/api/moderation/settings/member_invitations']]);
  await field.fill('1');
  await field.press('Enter');
  await saved(admin, label);
  await formOf(admin, label).getByText('From 0 to 100. Set here. The default is 5.').waitFor();
  await mainOf(admin.page).getByRole('list', { name: 'Changes' }).getByText(label, { exact: true }).waitFor();
  const invite = () => site.call(createInvitation, {}, mia.token);
  await invite();
  await assert.rejects(invite(), /You can invite 1 person in 30 days/);
  await formOf(admin, label)
    .getByRole('button', { name: `Back to the default of ${label}` })
    .click();
  await formOf(admin, label).getByText('From 0 to 100. The default of the site.').waitFor();
  await invite();
});

test('two admins change the exit address at once: the second keeps what was typed and decides', async () => {
  const [first, second] = [await settingsPage(ada), await settingsPage(bea)];
  const label = 'Exit address';
  await mainOf(first.page).getByText('From EXIT_URL in the environment').waitFor();
  await fieldOf(first, label).fill('https://example.org/a');
  await fieldOf(second, label).fill('https://example.org/b');
  await save(first, label);
  await saved(first, label);
  await save(second, label);
  await mainOf(second.page).getByText('In force now: https://example.org/a').waitFor();
  assertRefused(second, [[409, '/api/moderation/settings/exit_url']]);
  assert.equal(await fieldOf(second, label).inputValue(), 'https://example.org/b');
  await save(second, label);
  await saved(second, label);
  assert.match((await get(site, urls.home())).text, /data-exit="https:\/\/example\.org\/b"/);
  const log = mainOf(second.page).getByRole('list', { name: 'Changes' });
  await log.getByText('bea-keeps').first().waitFor();
  await log.getByRole('button', { name: 'Undo the change of Exit address' }).click();
  await second.page.getByText('The change is undone.').waitFor();
  await second.page.waitForFunction(
    (typed) => [...document.querySelectorAll('input')].some(({ value }) => value === typed),
    'https://example.org/a',
  );
  assert.match((await get(site, urls.home())).text, /data-exit="https:\/\/example\.org\/a"/);

  // A legal text is long work, and outlasts the page as well.
  await fieldOf(first, 'FAQ').fill('Ask the one.');
  await fieldOf(second, 'FAQ').fill('Ask the other.');
  await save(first, 'FAQ');
  await saved(first, 'FAQ');
  await save(second, 'FAQ');
  await mainOf(second.page).getByText('In force now: Ask the one.').waitFor();
  await second.page.reload();
  await second.page.waitForFunction(() =>
    [...document.querySelectorAll('textarea')].some(({ value }) => value === 'Ask the other.'),
  );
});

test('the page of the settings has no barriers', async () => {
  const admin = await settingsPage(ada);
  await mainOf(admin.page).getByRole('list', { name: 'Changes' }).waitFor();
  assert.deepEqual(await problemsInBothLooks(admin), []);
});
