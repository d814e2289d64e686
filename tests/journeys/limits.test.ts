import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { askPasswordReset } from '#features/accounts/contract/accounts.ts';
import { accountMessages } from '#features/accounts/rules/accounts.ts';
import { newsletterMessages, subscribe } from '#features/newsletter/contract/newsletter.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { linkIn, mailFor } from '#tests/support/mailbox.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import {
  buttonOf,
  fieldOf,
  heading,
  logIn,
  mainOf,
  newAccount,
  openPage,
  PASSWORD,
  remember,
  userMenu,
} from './account-steps.ts';
import { editorOf, newStory, paste } from './writing-steps.ts';

/** The rate limits as people meet them. */
const site = await startSite({ env: { RATE_LIMITS: 'on' } });
after(() => site.stop());
const { newReader } = await openBrowser(site);

// Spec 2, Login, Register, Profile: Logging in by a mailed code, where too many passwords were tried or as one likes; a reset logs in (beyond the specification)
test('after too many wrong passwords the login shows the waiting time and offers a code', async () => {
  await newAccount(site, 'nell-carver');
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.login(urls.tags()));
  const wait = page.getByRole('timer').getByText(/You can try again in/);
  for (let tries = 0; tries < 10 && (await wait.count()) === 0; tries += 1) {
    const answered = page.waitForResponse('**/api/accounts/login');
    await logIn(page, 'nell-carver', `not the password ${tries}`);
    await answered;
    await reader.untilPainted();
  }
  await wait.waitFor();
  await page
    .getByRole('alert')
    .getByText(/^There were too many attempts\. Please wait \d+ seconds?/)
    .waitFor();
  assert.equal(await buttonOf(page, 'Log in').getAttribute('aria-disabled'), 'true');
  await page.getByText('You can try again now.').waitFor();
  assert.equal(await buttonOf(page, 'Log in').getAttribute('aria-disabled'), null);

  // They may also skip the wait by a mailed code; the username is carried along.
  await logIn(page, 'nell-carver', 'not the password either');
  const wayPast = page.getByRole('alert').getByRole('link', { name: 'Email me a code' });
  for (let tries = 0; tries < 10 && (await wayPast.count()) === 0; tries += 1) {
    await logIn(page, 'nell-carver', `still not the password ${tries}`);
    await reader.untilPainted();
  }
  await wayPast.click();
  await heading(page, 'Log in with a code').waitFor();
  assert.equal(page.url(), site.url + urls.loginByCode(urls.tags()));
  assert.equal(await fieldOf(page, 'Username or email address').inputValue(), 'nell-carver');
  await mainOf(page).getByRole('link', { name: 'Log in with your password' }).click();
  await fieldOf(page, 'Password').waitFor();
  assert.equal(await fieldOf(page, 'Username or email address').inputValue(), 'nell-carver');
  await logIn(page, 'nell-carver');
  await reader.leave();
});

test('an author without a verified address learns why a story waits and when to continue, and loses no text', async () => {
  const session = await newAccount(site, 'olga-writes');
  const { story } = await newStory(site, session, 'The Patient Lamp', ['<p>It was lit at eight.</p>']);
  const onHome = async () => (await get(site, '/?sort=new')).text.includes(story.slug);
  assert.equal(await onHome(), false);
  assert.match((await get(site, urls.story(story.slug))).text, /name="robots" content="noindex"/);
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await remember(reader, site, session);

  await openPage(reader, urls.createStory());
  await fieldOf(page, 'Title').fill('The Second Lamp');
  await paste(page, '<p>It was lit at nine.</p>');
  await buttonOf(page, 'Publish Story').click();
  await mainOf(page)
    .getByText(/Verify your address to publish more today/)
    .first()
    .waitFor();
  assert.equal(await fieldOf(page, 'Title').inputValue(), 'The Second Lamp');
  assert.equal(await editorOf(page).textContent(), 'It was lit at nine.');
  assert.equal(await buttonOf(page, 'Publish Story').getAttribute('aria-disabled'), null);

  await openPage(reader, urls.profile());
  await mainOf(page).getByText('Not in the lists yet: verify your address.').waitFor();
  await openPage(reader, urls.story(story.slug));
  await mainOf(page)
    .getByText(/^Verify your address and it appears in the lists\./)
    .waitFor();
  assert.deepEqual(await reader.violations(), []);
  const mail = await mailFor(site, 'olga-writes@example.org', 'Confirm your address');
  await openPage(reader, linkIn(mail, site, urls.verifyEmail()));
  await mainOf(page)
    .getByText(/verified/)
    .first()
    .waitFor();
  // The page was cached until then.
  await untilEqual(onHome, true);
  assert.doesNotMatch((await get(site, urls.story(story.slug))).text, /content="noindex"/);
  await openPage(reader, urls.story(story.slug));
  await heading(page, story.title).waitFor();
  assert.equal(await mainOf(page).getByText('not in the lists yet').count(), 0);
  await reader.leave();
});

test('in a busy network registration, reset and subscription succeed after a proof of work', async () => {
  const preferences = { newStories: true, featuredAuthors: true, weeklyUpdates: true };
  // The neighbours exhaust the limits; the last of each is refused already.
  for (let i = 0; i < 7; i += 1) {
    const email = `neighbour-${i}@example.org`;
    await newAccount(site, `neighbour-${i}`).catch(() => undefined);
    await site.call(askPasswordReset, { email }).catch(() => undefined);
    await site.call(subscribe, { email, preferences }).catch(() => undefined);
  }
  const reader = await newReader();
  const { page } = reader;
  const working = page.locator('[aria-live=polite]').getByText(/^One moment: your network is busy/);
  // The worker waits for the message, so that it shows on any machine, and for the checks while it shows.
  let checks = Promise.resolve();
  await page.route('**/assets/proof-worker-*.js', async (route) => {
    await working.waitFor();
    await checks;
    await route.continue();
  });
  await openPage(reader, urls.resetPassword());
  await fieldOf(page, 'Email address').fill('busy@example.org');
  await buttonOf(page, 'Send the link').click();
  await page.getByText(accountMessages.resetRequested).waitFor();

  const letter = page.getByRole('region', { name: 'One letter a week' });
  await letter.getByLabel('Email address').fill('busy@example.org');
  await letter.getByRole('button', { name: 'Subscribe' }).click();
  await letter.getByText(newsletterMessages.thanks).waitFor();

  await openPage(reader, urls.register());
  await fieldOf(page, 'Username').fill('busy-network');
  await fieldOf(page, 'Email address').fill('busy@example.org');
  await fieldOf(page, 'Password').fill(PASSWORD);
  await fieldOf(page, 'Confirm password').fill(PASSWORD);
  const checked = Promise.withResolvers<void>();
  checks = checked.promise;
  await buttonOf(page, 'Register').click();
  await working.waitFor();
  assert.equal(await fieldOf(page, 'Username').inputValue(), 'busy-network');
  checked.resolve();
  assert.deepEqual(await reader.violations(), []);
  await userMenu(page, 'busy-network').waitFor();
  const [refusals, others] = [/^answer 429: /, /./].map((pattern) =>
    reader.problems.filter((problem) => pattern.test(problem)),
  );
  assert.equal(refusals?.length, 3);
  assert.deepEqual(others, refusals, 'nothing breaks the policy, and nothing else fails');
  await reader.leave();
});
