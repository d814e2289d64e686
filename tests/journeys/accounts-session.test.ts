import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { DataOf } from '#base/contract.ts';
import { changePassword, deleteAccount, type signUp } from '#features/accounts/contract/accounts.ts';
import { updateProfile } from '#features/accounts/contract/profile.ts';
import { getProfile, signOut } from '#features/accounts/contract/session.ts';
import { accountMessages } from '#features/accounts/rules/accounts.ts';
import { type ChapterEntry, listChapters } from '#features/chapters/contract/chapters.ts';
import { frontpage, type Story } from '#features/stories/contract/stories.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import {
  assertRefused,
  barOf,
  buttonOf,
  fieldOf,
  heading,
  LIGHTEST_PAGE,
  logIn,
  logOut,
  mainOf,
  newAccount,
  newSession,
  OTHER_PASSWORD,
  openPage,
  PASSWORD,
  remember,
  userMenu,
} from './account-steps.ts';
import { assertNoHistory, readStorage } from './browser-storage.ts';
import { draftsIn, editorOf, untilDraftStored } from './writing-steps.ts';

type Session = DataOf<typeof signUp>;

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
await newAccount(site, 'nell-carver');
const { stories } = await site.call(frontpage, {});
const story = stories.find((candidate) => candidate.chapter_count >= 2) as Story;
const { chapters } = await site.call(listChapters, { id: story.slug });
const chapter = chapters[0] as ChapterEntry;

// Spec 2, Shell: Signed out: Login and Register
// Spec 6: New Story and Profile only when signed in
// Interface, Pages: The menu, votes, bookmarks and an author’s buttons are filled in by the browser
test('every page shows the signed-in state from the first paint, and only to that reader', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.home());
  for (const name of ['Login', 'Register'])
    assert.ok(await barOf(page).getByRole('link', { name }).isVisible(), name);
  // The menu button is for small screens.
  assert.equal(await page.getByRole('button', { name: 'Open menu' }).isVisible(), false);
  await remember(reader, site, await newAccount(site, 'first-moment'));
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(window, { loginLinksSeen: seen });
    requestAnimationFrame(function checkLink() {
      const link = document.querySelector('header a[href="/login"]');
      if (link !== null) seen.push(link.checkVisibility({ visibilityProperty: true }));
      requestAnimationFrame(checkLink);
    });
  });
  await openPage(reader, urls.tags());
  await userMenu(page, 'first-moment').waitFor();
  const seen = await page.evaluate(() => (window as unknown as { loginLinksSeen: boolean[] }).loginLinksSeen);
  assert.ok(!seen.includes(true), 'the login links flashed');
  await logOut(page, 'first-moment');
  await page.getByText('You are signed out.').waitFor();
  assert.equal(page.url(), site.url + urls.tags());
  assertRefused(reader, []);
  await reader.leave();
});

// Spec 2, Shell: Signed in: initial, username, New Story, Profile, Logout
// Spec 2, Shell: Mobile menu: the same entries plus Search; closes on route change
// Spec 6: New Story and Profile only when signed in
test('the menu of a small screen has the same entries', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  const menu = page.getByRole('navigation', { name: 'Main' });
  await openPage(reader, urls.tags());
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Register' }).waitFor();
  await menu.getByRole('link', { name: 'Login' }).click();
  await heading(page, 'Log in').waitFor();
  assert.equal(page.url(), site.url + urls.login(urls.tags()));
  await logIn(page, 'nell-carver');
  await heading(page, 'Browse Tags').waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByText('nell-carver').waitFor();
  await menu.getByRole('link', { name: 'New Story' }).waitFor();
  await menu.getByRole('link', { name: 'Profile' }).click();
  await heading(page, 'Your profile').waitFor();
  assert.ok(!(await menu.getByRole('link', { name: 'Profile' }).isVisible()));
  await page.getByRole('button', { name: 'Open menu' }).click();
  // The next person at this screen must not see what was read here.
  await page.evaluate(() => localStorage.setItem('readingPlaces', '{"1":{"slug":"the-ferry"}}'));
  await menu.getByRole('button', { name: 'Logout' }).click();
  await heading(page, 'Log in').waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('readingPlaces')), null);
  assertRefused(reader, []);
  await reader.leave();
});

// Spec 4: Signed out to in by login, signup, Google; out by logout; deletion clears tokens
test('without a refresh token nobody is signed in, and nothing of the account stays in the browser', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'half-signed-in'));
  await page.evaluate(() => localStorage.removeItem('refreshToken'));
  await openPage(reader, urls.profile());
  await heading(page, 'Log in').waitFor();
  assert.deepEqual(
    await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userData')]),
    [null, null],
  );
  assertRefused(reader, []);
  await reader.leave();
});

// Spec 4: 401: one renewal shared by all, one retry
test('a reader stays signed in when a refusal says only that it is one', async () => {
  const account = await newAccount(site, 'plainly-refused');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, account);
  const used: (string | undefined)[] = [];
  await page.route('**/api/accounts/profile', async (route) => {
    used.push(route.request().headers().authorization);
    if (used.length === 1) await route.fulfill({ status: 401, json: { success: false, message: 'Expired' } });
    else await route.continue();
  });
  await openPage(reader, urls.profile('account'));
  await page.getByRole('heading', { name: 'Profile Information' }).waitFor();
  const token = () => page.evaluate(() => localStorage.getItem('token'));
  await untilEqual(async () => (await token()) === account.token, false);
  const renewed = `Bearer ${await token()}`;
  await untilEqual(async () => used.includes(renewed), true);
  assert.equal(used[0], `Bearer ${account.token}`);
  await reader.leave();
});

// Spec 4: A profile that can’t be had falls back to the saved user
test('the saved profile is shown when the profile can’t be loaded', async () => {
  const reader = await newReader();
  const { page } = reader;
  await page.route(`**/api${getProfile.path}`, (route) => route.fulfill({ status: 503, json: {} }));
  await remember(reader, site, await newAccount(site, 'known-before'));
  const rechecked = page.waitForResponse(`**/api${getProfile.path}`);
  await openPage(reader, urls.tags());
  assert.equal((await rechecked).status(), 503);
  await reader.untilPainted();
  await userMenu(page, 'known-before').waitFor();
  assert.ok(await page.evaluate(() => localStorage.getItem('userData')?.includes('known-before')));
  assertRefused(reader, [[503, `/api${getProfile.path}`]]);
  await reader.leave();
});

test('a signed-out reader who follows a link to one setting is at that setting after the login', async () => {
  const reader = await newReader();
  const { page } = reader;
  const setting = `${urls.profile('settings')}#feeds`;
  await openPage(reader, setting);
  await heading(page, 'Log in').waitFor();
  await logIn(page, 'NELL-carver');
  await page.waitForURL(site.url + setting);
  await page.waitForFunction(() => {
    const top = document.querySelector('#feeds')?.getBoundingClientRect().top ?? -1;
    return window.scrollY > 0 && top >= 0 && top < innerHeight;
  });
  await reader.leave();
});

// Spec 2, Login, Register, Profile: /profile shows nothing of anybody and leads to /login unless signed in
test('a signed-out reader who opens the profile logs in first and returns to the same tab', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.profile('bookmarks'));
  await heading(page, 'Log in').waitFor();
  assert.equal(page.url(), site.url + urls.login(urls.profile('bookmarks'), 'profile'));
  await page.getByText('Log in to see your profile; we’ll bring you back.').waitFor();
  await mainOf(page).getByRole('link', { name: 'Register' }).click();
  await heading(page, 'Register').waitFor();
  await page.getByText('Register to see your profile; we’ll bring you back.').waitFor();
  await mainOf(page).getByRole('link', { name: 'Log in' }).click();
  await heading(page, 'Log in').waitFor();
  await logIn(page, 'NELL-carver');
  await page.getByRole('heading', { name: 'Bookmarked Stories' }).waitFor();
  assert.equal(page.url(), site.url + urls.profile('bookmarks'));
  // The login is no step of the browser's history.
  await page.goBack();
  assert.notEqual(new URL(page.url()).pathname, urls.login());
  assertRefused(reader, []);
  await reader.leave();
});

test('login pages redirect signed-in readers', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'here-already'));
  for (const [path, to] of [
    [urls.login(), urls.home()],
    [urls.register(), urls.home()],
    [urls.login(urls.tags({ q: 'sea' })), urls.tags({ q: 'sea' })],
    [urls.register(urls.profile('settings')), urls.profile('settings')],
  ] as const) {
    await page.goto(site.url + path);
    await page.waitForURL(site.url + to);
  }
  assertRefused(reader, []);
  await reader.leave();
});

test('a forged return address does not lead to another site', async () => {
  const forged = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2F%2Fevil.example',
    '/\t/evil.example',
    'javascript:alert(document.domain)',
    '/tags/..//evil.example',
    urls.login('//evil.example'),
  ];
  const reader = await newReader();
  const { page } = reader;
  page.on('dialog', (dialog) => assert.fail(dialog.message()));
  for (const address of forged) {
    await openPage(reader, urls.login(address));
    const href = await mainOf(page).getByRole('link', { name: 'Register' }).getAttribute('href');
    assert.equal(href, urls.register(), address);
    await logIn(page, 'nell-carver');
    await userMenu(page, 'nell-carver').waitFor();
    await page.waitForURL(site.url + urls.home());
    await logOut(page, 'nell-carver');
  }
  assertRefused(reader, []);
  await reader.leave();
});

test('signing out and in applies to all tabs', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'two-tabs'));
  await openPage(reader, urls.profile('settings'));
  const second = await reader.context.newPage();
  await second.goto(site.url + urls.tags());
  await userMenu(second, 'two-tabs').waitFor();
  await logOut(second, 'two-tabs');
  await page.bringToFront();
  await heading(page, 'Log in').waitFor();
  await page.getByText('You are signed out.').waitFor();
  await logIn(page, 'two-tabs');
  await page.getByRole('heading', { name: 'Account Settings' }).waitFor();
  await userMenu(second, 'two-tabs').waitFor();
  await reader.leave();
});

test('input survives an expired session and a new login', async () => {
  const reader = await newReader();
  const { page } = reader;
  const session = await newAccount(site, 'long-evening');
  await remember(reader, site, session);
  // The page requests the account once by itself; later, this request would end the session before the form does.
  const accountRequest = page.waitForResponse('**/api/accounts/profile');
  await openPage(reader, urls.profile('account'));
  await accountRequest;
  await fieldOf(page, 'Bio').fill('It took me all evening to find these words.');
  await site.call(signOut, { refreshToken: session.refreshToken });
  await buttonOf(page, 'Save Profile').click();
  await heading(page, 'Log in').waitFor();
  assert.equal(page.url(), site.url + urls.login(urls.profile('account'), 'profile'));
  await logIn(page, 'long-evening');
  await page.getByRole('heading', { name: 'Profile Information' }).waitFor();
  // The ended session was refused, perhaps twice: at saving, and when the page requested the account.
  reader.problems.splice(0);
  assert.equal(await fieldOf(page, 'Bio').inputValue(), 'It took me all evening to find these words.');
  await buttonOf(page, 'Save Profile').click();
  await page.getByText(accountMessages.profileSaved).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a profile saved on two devices keeps what each of them changed', async () => {
  const reader = await newReader();
  const { page } = reader;
  const session = await newAccount(site, 'two-devices');
  const elsewhere = (changes: { display_name?: string; bio?: string }) =>
    site.call(updateProfile, changes, session.token);
  const stored = async () => {
    const { profile, profile_public } = await site.call(getProfile, {}, session.token);
    return [profile.display_name, profile.bio, profile_public];
  };
  const save = async () => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await buttonOf(page, 'Save Profile').click();
    await saved;
    await page.getByText(accountMessages.profileSaved).waitFor();
  };
  await remember(reader, site, session);
  const accountRequest = page.waitForResponse('**/api/accounts/profile');
  await openPage(reader, urls.profile('account'));
  await accountRequest;
  await elsewhere({ bio: 'Written on the phone.' });
  await fieldOf(page, 'Display name').fill('Two Lamps');
  await save();
  assert.deepEqual(await stored(), ['Two Lamps', 'Written on the phone.', false]);
  assert.equal(await fieldOf(page, 'Bio').inputValue(), 'Written on the phone.', 'it is shown here, too');

  await elsewhere({ display_name: 'Three Lamps' });
  await fieldOf(page, 'Bio').fill('Written at the desk.');
  await save();
  assert.deepEqual(await stored(), ['Three Lamps', 'Written at the desk.', false]);

  await mainOf(page).getByLabel('Show my page before I have published a story').check();
  page.once('dialog', (dialog) => void dialog.accept());
  await elsewhere({ bio: 'Written on the train.' });
  await page.reload();
  await reader.untilHydrated();
  await page.waitForLoadState('networkidle');
  await save();
  assert.deepEqual(await stored(), ['Three Lamps', 'Written on the train.', true]);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Login, Register, Profile: Skeleton: header block and three cards; four tabs
// Spec 2, Login, Register, Profile: My Stories: heading, ‘You haven't published any stories yet.’, ‘Create Your First Story’
// Spec 2, Login, Register, Profile: ‘Bookmarked Stories’: grid, error banner, empty text, ‘Discover Stories’ to /
// Spec 2, Takedown, verify e-mail, general: Skeletons while loading
// Spec 4: Tokens are trimmed and stripped of quotes
test('the profile shows an outline while the account is loading', async () => {
  const reader = await newReader();
  const { page } = reader;
  const { user: _, ...tokens } = await newAccount(site, 'from-elsewhere');
  const { release } = await holdRequests(page, '**/api/accounts/profile');
  await page.goto(site.url + LIGHTEST_PAGE);
  await page.evaluate(({ token, refreshToken }) => {
    // The values have the form that an older client stored.
    localStorage.setItem('token', `"${token}"\n`);
    localStorage.setItem('refreshToken', ` '${refreshToken}'`);
  }, tokens);
  await openPage(reader, urls.profile());
  await page.getByText('Loading your profile').first().waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('heading', { name: 'My Stories' }).count(), 0);
  release();
  await page.getByText("You haven't published any stories yet.").waitFor();
  const create = mainOf(page).getByRole('link', { name: 'Create Your First Story' });
  assert.equal(await create.getAttribute('href'), urls.createStory());
  await page.getByRole('link', { name: 'Bookmarks', exact: true }).click();
  await page.getByText("You haven't bookmarked any stories yet.").waitFor();
  const discover = mainOf(page).getByRole('link', { name: 'Discover Stories' });
  assert.equal(await discover.getAttribute('href'), urls.home());
  reader.assertNoProblems();
  await reader.leave();
});

const BIO = 'Half a secret, and the other half';
const UNSAVED = 'For my eyes only, by lamplight';

/** The reader's visit before the session ends: a chapter read, a bio typed, a story started. */
async function readAndWrite(reader: Reader): Promise<void> {
  const { page } = reader;
  await openPage(reader, urls.chapter(story.slug, chapter.id));
  await page.evaluate(() => document.querySelector('#page-html > :nth-child(4)')?.scrollIntoView());
  await page.waitForFunction(() => localStorage.getItem('readingPlaces') !== null);
  await openPage(reader, urls.profile('account'));
  await fieldOf(page, 'Bio').fill(BIO);
  page.on('dialog', (dialog) => dialog.accept());
  await openPage(reader, urls.createStory());
  await editorOf(page).fill(UNSAVED);
  await untilDraftStored(page);
  await page.goto(site.url + urls.chapter(story.slug, chapter.id));
  await reader.untilHydrated();
  const { local, session } = await readStorage(page);
  for (const key of ['readingPlaces', 'userData', 'token']) assert.ok(local[key], key);
  assert.ok(session.scrollPlaces !== undefined && JSON.stringify(session).includes(BIO));
  assert.equal((await draftsIn(page)).length, 1);
}

type Ending = (at: { reader: Reader; session: Session; name: string }) => Promise<unknown>;

const endings: Record<string, Ending> = {
  'signs out': ({ reader, name }) => logOut(reader.page, name),
  'signs out in another tab': async ({ reader, name }) => {
    const other = await reader.context.newPage();
    await other.goto(site.url + urls.tags());
    await logOut(other, name);
    await barOf(reader.page).getByRole('link', { name: 'Login' }).waitFor();
    assertNoHistory(await readStorage(other), [name], 'the other tab');
  },
  'is signed out elsewhere': async ({ reader, session }) => {
    await site.call(signOut, { refreshToken: session.refreshToken });
    await reader.page.reload();
  },
  'changes the password elsewhere': async ({ reader, name }) => {
    const { token } = await newSession(site, name);
    await site.call(changePassword, { old_password: PASSWORD, new_password: OTHER_PASSWORD }, token);
    await reader.page.reload();
  },
  'deletes the account elsewhere': async ({ reader, name }) => {
    const { token } = await newSession(site, name);
    await site.call(deleteAccount, { password: PASSWORD }, token);
    await reader.page.reload();
  },
};

for (const [at, [how, end]] of Object.entries(endings).entries()) {
  test(`a reader ${how}, and the browser keeps no reading history and no drafts`, async () => {
    const reader = await newReader();
    const { page } = reader;
    const name = `last-evening-${at}`;
    const session = await newAccount(site, name);
    await remember(reader, site, session);
    await readAndWrite(reader);
    await end({ reader, session, name });
    await barOf(page).getByRole('link', { name: 'Login' }).waitFor();
    const secrets = [story.slug, story.title, chapter.title, BIO, UNSAVED, name];
    assertNoHistory(await readStorage(page), secrets, how);
    await page.goto(site.url + urls.home());
    await reader.untilHydrated();
    assert.equal(await page.getByText('Continue reading').isVisible(), false);
    assertNoHistory(await readStorage(page), secrets, `${how}, later`);
    await reader.leave();
  });
}

test('the back/forward cache shows no private page after the session has ended', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'put-aside'));
  await openPage(reader, urls.profile('account'));
  await fieldOf(page, 'Bio').waitFor();
  // A request that the page sends while it falls asleep would go without the token.
  await page.waitForFunction(() => localStorage.getItem('joined') !== null);
  await page.waitForLoadState('networkidle');
  // The tab slept, received no event, and is woken by the Back button.
  const covered = await page.evaluate(() => {
    for (const key of ['token', 'refreshToken', 'userData']) localStorage.removeItem(key);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return getComputedStyle(document.body).display;
  });
  assert.equal(covered, 'none');
  await heading(page, 'Log in').waitFor();
  assert.deepEqual(Object.keys((await readStorage(page)).session).sort(), ['tabForgot', 'tabReader']);
  reader.assertNoProblems();
  await reader.leave();
});

test('the back/forward cache shows no page from before Quick exit, and every other page unchanged', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.story(story.slug));
  // A tab falls asleep and is woken by the Back button, in the order of the events in a browser.
  const wake = (meanwhile: string) =>
    page.evaluate((change) => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      if (change === 'Quick exit') {
        for (const key of ['historyName', 'readingPlaces']) localStorage.removeItem(key);
        sessionStorage.clear();
      }
      if (change === 'new history') localStorage.setItem('historyName', 'of another tab');
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return document.documentElement.dataset.leaving;
    }, meanwhile);
  assert.equal(await wake('nothing'), undefined);
  assert.equal(await wake('nothing'), undefined);
  for (const change of ['Quick exit', 'new history']) {
    const reloaded = page.waitForEvent('load');
    assert.equal(await wake(change), '', change);
    await reloaded;
    await reader.untilHydrated();
  }
  // The history of the other tab is its own.
  assert.equal(await page.evaluate(() => localStorage.getItem('historyName')), 'of another tab');
  await reader.leave();
});
