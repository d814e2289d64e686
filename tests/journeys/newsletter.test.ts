import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newsletterMessages } from '#features/newsletter/contract/newsletter.ts';
import { subscriberToken } from '#features/newsletter/service/links.ts';
import type { Context } from '#platform/runtime/context.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { linkIn } from '#tests/support/mailbox.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { assertRefused, buttonOf, fieldOf, heading, mainOf, openPage } from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';

const subscribers = ['letters@example.org', 'plain@example.org'];

/** Creates two confirmed subscribers and an issue that is due at once. */
async function letFridayCome({ db, jobs, signer }: Context): Promise<void> {
  const long = new Date(Date.now() - 86_400_000);
  for (const email of subscribers) {
    await db
      .insertInto('newsletter_subscribers')
      .values({
        ...{ email, token_hash: hashOfToken(subscriberToken(signer, email)), confirmed_at: long },
        ...{ new_stories: true, featured_authors: true, weekly_updates: true },
      })
      .execute();
  }
  await jobs.enqueue(db, 'compose-newsletter', { _cron: { ts: new Date().toISOString() } });
}

const mailServer = await startMailServer();
after(() => mailServer.stop());
const env = { SMTP_URL: mailServer.url, MAIL_FROM: 'no-reply@nightstand.test' };
// The limit on mails would delay the second mail to an address within a minute.
const site = await startSite({ fill: letFridayCome, env: { ...env, RATE_LIMITS: 'off' } });
after(() => site.stop());

/** Waits for the first mail of this subject to somebody. */
async function mailFor(email: string, subject: string) {
  for (;;) {
    const received = mailServer.received.find(
      (mail) => mail.to[0] === email && mail.message.subject === subject,
    );
    if (received !== undefined) return received.message;
    await pause(50);
  }
}

const { newReader } = await openBrowser(site);

const footer = (reader: Reader) => reader.page.getByRole('contentinfo');
const footerField = (reader: Reader) => footer(reader).getByLabel('Email address');
const box = (reader: Reader, name: string) =>
  mainOf(reader.page).getByRole('checkbox', { name, exact: true });

async function assertNoBarriers(reader: Reader) {
  assert.deepEqual(await problemsInBothLooks(reader), []);
}

// Spec 1: Subscribe, send a takedown request, verify an address
// Spec 4: Newsletter form: thanks, field cleared; error shown
// Spec 5: Newsletter: at-sign, else ‘Please enter a valid email address’
test('a reader subscribes, confirms, chooses tags and unsubscribes', async () => {
  const reader = await newReader(PHONE);
  const { page } = reader;
  const email = 'fridays@example.org';

  // The form in the footer: first with an error, by keyboard.
  await openPage(reader, urls.faq());
  await footerField(reader).fill('nobody');
  await footerField(reader).press('Enter');
  await footer(reader).getByText(newsletterMessages.invalidEmail).waitFor();
  assert.equal(await footerField(reader).inputValue(), 'nobody');
  assert.ok(await footerField(reader).evaluate((field) => field === document.activeElement));
  await assertNoBarriers(reader);
  await footerField(reader).fill(email);
  await footerField(reader).press('Enter');
  await footer(reader).getByText(newsletterMessages.thanks).waitFor();
  assert.equal(await footerField(reader).inputValue(), '');
  await assertNoBarriers(reader);

  // The link opens a page, only the button confirms, and the token does not stay in the address.
  const confirmLink = linkIn(await mailFor(email, 'Confirm your address'), site, urls.newsletterConfirm());
  await openPage(reader, confirmLink);
  await heading(page, 'Confirm your subscription').waitFor();
  await page.waitForURL(site.url + urls.newsletterConfirm());
  await assertNoBarriers(reader);
  await buttonOf(page, 'Confirm subscription').click();
  await heading(page, newsletterMessages.confirmed).waitFor();
  assert.ok(
    await heading(page, newsletterMessages.confirmed).evaluate(
      (element) => element === document.activeElement,
    ),
  );
  await assertNoBarriers(reader);
  await mainOf(page).getByRole('link', { name: 'Discover Stories' }).waitFor();

  // The choice requires a mailed link, because the site cannot know whose address it is.
  await openPage(reader, urls.newsletterPreferences());
  assert.equal(await mainOf(page).getByRole('checkbox').count(), 0);
  await buttonOf(page, 'Send the link').click();
  await mainOf(page).getByText(newsletterMessages.invalidEmail).waitFor();
  await fieldOf(page, 'Email address').fill(email);
  await buttonOf(page, 'Send the link').click();
  await mainOf(page).getByText(newsletterMessages.choiceLinkSent).waitFor();
  await assertNoBarriers(reader);

  // The present choice is shown, and stays as it was saved.
  const mail = await mailFor(email, 'About your subscription');
  const link = linkIn(mail, site, urls.newsletterPreferences());
  await openPage(reader, link);
  await page.waitForURL(site.url + urls.newsletterPreferences());
  await box(reader, 'The week’s best').uncheck();
  await buttonOf(page, 'Save preferences').click();
  await mainOf(page).getByText(newsletterMessages.saved).waitFor();
  await assertNoBarriers(reader);
  await openPage(reader, link);
  await box(reader, 'The week’s best').waitFor();
  assert.deepEqual(
    [await box(reader, 'New stories').isChecked(), await box(reader, 'The week’s best').isChecked()],
    [true, false],
  );

  await buttonOf(page, 'Unsubscribe').click();
  await heading(page, newsletterMessages.unsubscribed).waitFor();
  await assertNoBarriers(reader);
  reader.assertNoProblems();

  // The old link does not subscribe anybody again.
  await openPage(reader, confirmLink);
  await buttonOf(page, 'Confirm subscription').click();
  await mainOf(page).getByText(newsletterMessages.confirmLinkExpired).waitFor();
  await assertNoBarriers(reader);
  assertRefused(reader, [[400, `/api/newsletter/confirm/${tokenIn(confirmLink)}`]]);
  await reader.leave();
});

const tokenIn = (path: string) => new URL(path, site.url).searchParams.get('token') ?? '';

test('a subscriber confirms, receives the next issue and unsubscribes by one click in the mail program', async () => {
  const email = 'one-click@example.org';
  const reader = await newReader();
  await openPage(reader, urls.help());
  await footerField(reader).fill(email);
  await footerField(reader).press('Enter');
  await openPage(
    reader,
    linkIn(await mailFor(email, 'Confirm your address'), site, urls.newsletterConfirm()),
  );
  await buttonOf(reader.page, 'Confirm subscription').click();
  await heading(reader.page, newsletterMessages.confirmed).waitFor();
  reader.assertNoProblems();
  await reader.leave();

  await site.within(async ({ db, jobs }) => {
    // Deletes this week's issue, so that the site composes another.
    await db.deleteFrom('newsletter_issues').execute();
    await jobs.enqueue(db, 'compose-newsletter', { _cron: { ts: new Date().toISOString() } });
  });
  const { headers } = await mailFor(email, 'This week');
  const listed = /^<(\S+)>$/.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1];
  const pressed = await fetch(listed ?? '', {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  assert.equal(pressed.status, 200);
  const left = await site.within(({ db }) =>
    db.selectFrom('newsletter_subscribers').select('id').where('email', '=', email).execute(),
  );
  assert.deepEqual(left, []);
});

test('the newsletter’s headers and links unsubscribe', async () => {
  const [email = ''] = subscribers;
  const issueMail = await mailFor(email, 'This week');
  const header = (name: string) => issueMail.headers.find((line) => line.key === name)?.value ?? '';
  const listed = /^<(\S+)>$/.exec(header('list-unsubscribe'))?.[1] ?? '';
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const path = linkIn(issueMail, site, urls.newsletterUnsubscribe());
  assert.equal(listed, site.url + path);
  assert.ok((issueMail.text ?? '').includes('The week’s best'));

  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, linkIn(issueMail, site, urls.newsletterPreferences()));
  assert.equal(await box(reader, 'The week’s best').isChecked(), true);
  await openPage(reader, path);
  await page.waitForURL(site.url + urls.newsletterUnsubscribe());
  await buttonOf(page, 'Unsubscribe').click();
  await heading(page, newsletterMessages.unsubscribed).waitFor();
  reader.assertNoProblems();

  // A broken connection leaves the page usable.
  await openPage(reader, path.slice(0, -5));
  await buttonOf(page, 'Unsubscribe').click();
  await mainOf(page).getByText(newsletterMessages.linkExpired).waitFor();
  await fieldOf(page, 'Email address').fill(email);
  await buttonOf(page, 'Unsubscribe').click();
  await mainOf(page).getByText(newsletterMessages.linkSent).waitFor();
  await assertNoBarriers(reader);
  assertRefused(reader, [[400, `/api/newsletter/unsubscribe/${tokenIn(path).slice(0, -5)}`]]);
  await reader.leave();
});

test('the unsubscribe page works without JavaScript', async () => {
  const [, email = ''] = subscribers;
  const path = linkIn(await mailFor(email, 'This week'), site, urls.newsletterUnsubscribe());
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(path);
  await buttonOf(page, 'Unsubscribe').click();
  await heading(page, newsletterMessages.unsubscribed).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the page of a mailed link has the same bytes for every token and is hidden from search engines', async () => {
  for (const address of [urls.newsletterConfirm, urls.newsletterUnsubscribe, urls.newsletterPreferences]) {
    const plain = await get(site, address());
    assert.equal(plain.status, 200);
    assert.ok(plain.text.includes('<meta name="robots" content="noindex">'), address());
    for (const token of ['x', 'A'.repeat(64), '"><script>x</script>']) {
      const answer = await get(site, address(token), { authorization: 'Bearer x', cookie: 'token=x' });
      assert.ok(answer.text === plain.text, `${address()} differs`);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  }
});
