import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decideCase, getCase, openCase } from '#features/moderation/contract/cases.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { linkIn, mailFor } from '#tests/support/mailbox.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { buttonOf, mainOf, openPage } from './account-steps.ts';
import { openSignedIn, writeStory } from './moderation-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const readerAs = openSignedIn(site, newReader);
const WORDS = 'The words were taken from another page; mine are gone.';

const { dora, lights } = await site.within(async (context) => {
  const ada = await signedIn(context, 'ada-writes');
  return {
    dora: await signedIn(context, 'dora-keeps', { role: 'moderator' }),
    lights: await writeStory(context, ada, 'Harbour Lights'),
  };
});
const opened = await site.call(openCase, { username: 'ada-writes' }, dora.token);
const found = await site.call(getCase, { id: opened.id }, dora.token);
await site.call(
  decideCase,
  { id: opened.id, action: 'suspend', rule: 'harassment', note: 'It went on.', revision: found.revision },
  dora.token,
);

test('a suspended author is told before writing anything that it cannot be published', async () => {
  const ada = await readerAs(await site.within((context) => signedIn(context, 'ada-writes')));
  for (const path of [
    urls.createStory(),
    urls.import(),
    urls.createSeries(),
    urls.editStory(lights.slug),
    urls.addChapter(lights.slug),
    urls.editChapter(lights.slug, lights.chapterId),
  ]) {
    await openPage(ada, path);
    await mainOf(ada.page)
      .getByText(/^Your account is suspended: Rule 7/)
      .waitFor();
    await mainOf(ada.page).getByRole('link', { name: 'Read the decision, or appeal' }).waitFor();
  }
  assert.deepEqual(await ada.violations(), []);
  await openPage(ada, urls.trash());
  await mainOf(ada.page).getByText('Nothing here').waitFor();
  assert.equal(await mainOf(ada.page).getByText('Your account is suspended').count(), 0);
  ada.assertNoProblems();
  await ada.leave();
});

test('an author writes an appeal, and neither Cancel nor a reload loses it', async () => {
  const link = linkIn(
    await mailFor(site, 'ada-writes@example.org', 'About your account'),
    site,
    urls.appeal(),
  );
  const author = await newReader({ width: 390, touch: true });
  const words = mainOf(author.page).getByLabel('Why is the decision wrong?');
  await openPage(author, link);
  await buttonOf(author.page, 'Appeal').click();
  await words.fill(WORDS);
  await buttonOf(author.page, 'Cancel').click();
  await buttonOf(author.page, 'Appeal').click();
  assert.equal(await words.inputValue(), WORDS);
  await openPage(author, link);
  await buttonOf(author.page, 'Appeal').click();
  assert.equal(await words.inputValue(), WORDS);
  await buttonOf(author.page, 'Send appeal').click();
  await mainOf(author.page).getByText('Your appeal has been sent.').waitFor();
  const drafts = await author.page.evaluate(() => Object.keys(sessionStorage));
  assert.deepEqual(
    drafts.filter((name) => name.startsWith('draft:appeal:')),
    [],
  );
  author.assertNoProblems();
  await author.leave();
});

test('a reload or Back shows the decision of a mailed link again, and no other visit of the page does', async () => {
  const mail = await mailFor(site, 'ada-writes@example.org', 'About your account');
  const link = linkIn(mail, site, urls.appeal());
  const author = await newReader();
  const { page } = author;
  const decision = mainOf(page).getByRole('article', { name: 'Account suspended' });
  // The second time, the tab has kept the secret for another entry of its history.
  for (const _ of ['first', 'second']) {
    await openPage(author, link);
    await decision.waitFor();
    assert.equal(page.url(), site.url + urls.appeal());
    await page.reload();
    await decision.waitFor();
    assert.equal(page.url(), site.url + urls.appeal());
  }
  await mainOf(page).getByRole('link', { name: 'guidelines' }).click();
  await page.waitForURL((url) => url.pathname === urls.guidelines());
  await page.goBack();
  await decision.waitFor();
  // The browser takes the address of the present page for a reload.
  await openPage(author, urls.guidelines());
  await openPage(author, urls.appeal());
  await page.waitForURL((url) => url.pathname === urls.login());
  author.assertNoProblems();
  await openPage(author, link);
  await decision.waitFor();
  await page.route('https://www.wikipedia.org/**', (route) => route.fulfill({ body: 'elsewhere' }));
  await page.getByRole('link', { name: 'Quick exit' }).click();
  await page.waitForURL('https://www.wikipedia.org/');
  await author.open(urls.appeal());
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  assert.doesNotMatch(kept, /decision-link/);
  await author.leave();
});

test('a case about an account does not name it as its own author', async () => {
  const moderator = await readerAs(dora);
  await openPage(moderator, staffUrls.queue({ state: 'closed', case: opened.id }));
  await mainOf(moderator.page)
    .getByText(/^account ada-writes, case \d+, opened/)
    .waitFor();
  moderator.assertNoProblems();
  await moderator.leave();
});
