import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { getSavedFilters, setSavedFilters } from '#features/filters/contract/saved-filters.ts';
import { formatSavedFilters } from '#features/filters/rules/saved-filters.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls, withQuery } from '#urls.ts';
import {
  buttonOf,
  fieldOf,
  heading,
  logIn,
  logOut,
  mainOf,
  newAccount,
  openPage,
  remember,
  userMenu,
} from './account-steps.ts';
import { fillFixtures, POPULAR_TAG } from './fixtures.ts';
import { holdAnswers, joinListsAfter } from './guest-lists-steps.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const filter = { tags: POPULAR_TAG, max_words: '90000' };
const applied = { ...filter, default_filter: 'applied' };
const savedLinks = ({ page }: Reader) => mainOf(page).getByRole('list', { name: 'Saved filters' });
/** The saved filters that the browser keeps for the server. */
const filterCookies = async ({ context }: Reader) =>
  (await context.cookies(site.url)).filter(({ name }) => name === 'filters');
const chips = ({ page }: Reader) => page.getByRole('list', { name: 'Filters in use' });

test('a guest saves a filter, makes it the default, clears it once, and takes it into an account', async () => {
  const session = await newAccount(site, 'saves-filters');
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, withQuery(urls.allStories(), filter));
  await mainOf(page).getByRole('link', { name: 'Save this filter' }).click();
  await heading(page, 'Saved filters').waitFor();
  await buttonOf(page, 'Save').click();
  await mainOf(page).getByText('Name is required').waitFor();
  await fieldOf(page, 'Name').fill('By post');
  await fieldOf(page, 'Use it by default').check();
  assert.deepEqual(await reader.violations(), []);
  await buttonOf(page, 'Save').click();
  // The form leads back to the list.
  await page.waitForURL(`**${withQuery(urls.allStories(), filter)}`);

  await openPage(reader, urls.home());
  assert.equal(page.url(), site.url + withQuery(urls.home(), applied));
  await chips(reader)
    .getByRole('link', { name: `Remove the filter: ${POPULAR_TAG}` })
    .waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.waitForURL(`**${withQuery(urls.home(), { default_filter: 'applied' })}`);
  await chips(reader).waitFor({ state: 'detached' });
  // Another list follows the default again, without a new page.
  await mainOf(page).getByRole('link', { name: POPULAR_TAG, exact: true }).first().click();
  await page.waitForURL(`**${withQuery(urls.tag(POPULAR_TAG), applied)}`);
  await chips(reader).waitFor();

  await openPage(reader, urls.login());
  const adopted = page.waitForResponse(
    (response) => response.url().endsWith('/api/filters/saved') && response.request().method() === 'PUT',
  );
  await logIn(page, session.user.username);
  await adopted;
  await userMenu(page, session.user.username).waitFor();
  await openPage(reader, urls.savedFilters());
  await mainOf(page).getByText('They are kept in your account').waitFor();
  const { filters } = await site.call(getSavedFilters, {}, session.token);
  assert.deepEqual(
    filters.map(({ name, is_default }) => [name, is_default]),
    [['By post', true]],
  );
  await buttonOf(page, /^Stop using by default/).click();
  await buttonOf(page, /^Use by default/).waitFor();
  await openPage(reader, `${urls.allStories()}?filters=open`);
  await savedLinks(reader).getByRole('link', { name: 'By post' }).click();
  await page.waitForURL(`**${withQuery(urls.allStories(), { filters: 'open', ...filter })}`);

  await openPage(reader, urls.savedFilters());
  await buttonOf(page, /^Delete/).click();
  await mainOf(page).getByText('You have saved no filter.').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await mainOf(page).getByRole('link', { name: 'By post', exact: true }).waitFor();
  await logOut(page, session.user.username);
  // Nothing of the account stays in the browser.
  assert.deepEqual(await filterCookies(reader), []);
  reader.assertNoProblems();
  await reader.leave();
});

test('a guest’s filters join those of an account, also when they leave while logging in; one gets another name', async () => {
  const session = await newAccount(site, 'joins-filters');
  await site.call(
    setSavedFilters,
    { filters: [{ name: 'By post', query: 'tags=letters', is_default: true }] },
    session.token,
  );
  const reader = await newReader();
  const { page } = reader;
  const value = formatSavedFilters([{ name: 'By post', query: 'max_words=500', is_default: true }]);
  await page.context().addCookies([{ name: 'filters', value, url: site.url }]);
  // The login page is left before the filters have arrived in the account.
  const isOfFilters = '**/api/filters/saved';
  await page.route(isOfFilters, (route) => route.abort());
  await openPage(reader, urls.login());
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/filters/saved'));
  await logIn(page, session.user.username);
  await refused;
  // Leaving while the router is still on its way home would be another test.
  await page.waitForURL((url) => url.pathname !== urls.login());
  await page.unroute(isOfFilters);
  // The page's own request may be faster than the code that joins the lists; nothing is lost by that.
  await joinListsAfter(page, '/api/filters/saved');
  await openPage(reader, urls.savedFilters());
  await mainOf(page).getByRole('link', { name: 'By post 2', exact: true }).waitFor();
  const names = async () =>
    (await site.call(getSavedFilters, {}, session.token)).filters.map(({ name, query }) => [name, query]);
  assert.deepEqual(await names(), [
    ['By post', 'tags=letters'],
    ['By post 2', 'max_words=500'],
  ]);

  await mainOf(page)
    .getByRole('link', { name: /^Rename.* 2$/ })
    .click();
  const form = mainOf(page).getByRole('form', { name: 'Rename “By post 2”' });
  await form.waitFor();
  assert.equal(await fieldOf(page, 'Name').inputValue(), 'By post 2');
  await fieldOf(page, 'Name').fill('Short');
  assert.deepEqual(await reader.violations(), []);
  await buttonOf(page, 'Save').click();
  await mainOf(page).getByRole('link', { name: 'Short', exact: true }).waitFor();
  assert.deepEqual(await names(), [
    ['By post', 'tags=letters'],
    ['Short', 'max_words=500'],
  ]);
  await logOut(page, session.user.username);
  assert.equal(await page.evaluate(() => localStorage.getItem('joined')), null);
  await reader.leave();
});

test('the account’s filters do not stay in a browser whose session ends while one is saved', async () => {
  const session = await newAccount(site, 'saves-and-leaves');
  await site.call(
    setSavedFilters,
    { filters: [{ name: 'By post', query: 'tags=letters', is_default: false }] },
    session.token,
  );
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, withQuery(urls.savedFilters(), { save: 'max_words=500' }));
  await mainOf(page).getByRole('link', { name: 'By post', exact: true }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('joined') !== null);
  const { asked, release } = await holdAnswers(page, '/api/filters/saved');
  await fieldOf(page, 'Name').fill('Short');
  await buttonOf(page, 'Save').click();
  await asked;
  await logOut(page, session.user.username);
  await release();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(await filterCookies(reader), []);
  await reader.leave();
});

test('without JavaScript a guest saves a filter, follows it by default, and deletes it', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(withQuery(urls.allStories(), filter));
  await mainOf(page).getByRole('link', { name: 'Save this filter' }).click();
  await fieldOf(page, 'Name').fill('By post');
  await fieldOf(page, 'Use it by default').check();
  await buttonOf(page, 'Save').click();
  await page.waitForURL(`**${withQuery(urls.allStories(), filter)}`);
  await reader.open(urls.home());
  assert.equal(page.url(), site.url + withQuery(urls.home(), applied));
  await reader.open(urls.savedFilters());
  await mainOf(page)
    .getByRole('link', { name: /^Rename/ })
    .click();
  await fieldOf(page, 'Name').fill('Letters');
  await buttonOf(page, 'Save').click();
  await mainOf(page).getByRole('link', { name: 'Letters', exact: true }).waitFor();
  await buttonOf(page, /^Delete/).click();
  await mainOf(page).getByText('You have saved no filter.').waitFor();
  await reader.open(urls.home());
  assert.equal(page.url(), site.url + urls.home());
  await reader.leave();
});
