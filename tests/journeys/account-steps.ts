import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { DataOf } from '#base/contract.ts';
import { signIn, signUp } from '#features/accounts/contract/accounts.ts';
import type { Reader } from '#tests/support/browser.ts';
import type { RunningSite } from '#tests/support/running-site.ts';
import { fileUrls } from '#urls.ts';

export const PASSWORD = 'the kettle sings before midnight';
export const OTHER_PASSWORD = 'a ferry leaves without the two of us';

export const mainOf = (page: Page) => page.getByRole('main');
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const fieldOf = (page: Page, name: string) => mainOf(page).getByLabel(name, { exact: true });
export const buttonOf = (page: Page, name: string | RegExp) =>
  mainOf(page).getByRole('button', { name, exact: true });
export const barOf = (page: Page) => page.getByRole('banner');
/** The menu beside the account's name; its own name also has the number of unread items. */
export const userMenu = (page: Page, username: string) =>
  page.getByRole('button', { name: 'your menu' }).filter({ hasText: username });

type Session = DataOf<typeof signUp>;

/** An address of the site at which a test writes to the browser's storage: nothing runs on it, and it shows at once. */
export const LIGHTEST_PAGE = fileUrls.robots();

/** An account made over the wire; no browser is signed in to it yet. */
export function newAccount(site: RunningSite, username: string, password = PASSWORD): Promise<Session> {
  return site.call(signUp, { username, email: `${username}@example.org`, password });
}

/** Another session of an account without a second factor, as on another device. */
export async function newSession(site: RunningSite, username: string): Promise<Session> {
  const answer = await site.call(signIn, { username, password: PASSWORD });
  assert.ok('token' in answer);
  return answer;
}

/** Signs a reader in, as after an earlier visit. */
export async function remember(
  { page }: Pick<Reader, 'page'>,
  site: RunningSite,
  session: Session,
): Promise<void> {
  await page.goto(site.url + LIGHTEST_PAGE);
  await page.evaluate(({ token, refreshToken, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('refreshToken', refreshToken);
    localStorage.setItem('userData', JSON.stringify(user));
  }, session);
}

/** Removes the session from the browser, because a phone has the menu for logging out elsewhere. */
export function forgetSession(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const name of ['token', 'refreshToken', 'userData']) localStorage.removeItem(name);
  });
}

export async function openPage(reader: Reader, path: string): Promise<void> {
  await reader.open(path);
  await reader.untilHydrated();
}

/** Fills in the login form and sends it. */
export async function logIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await fieldOf(page, 'Username or email address').fill(name);
  await fieldOf(page, 'Password').fill(password);
  await buttonOf(page, 'Log in').click();
}

export async function logOut(page: Page, username: string): Promise<void> {
  await userMenu(page, username).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await barOf(page).getByRole('link', { name: 'Login' }).waitFor();
}

/**
 * The problems since the last check, except those of a reader who signs out at the moment when a page requests the account, the
 * number of unread items or, at home, the news: they get no answer any more.
 */
export function problemsOf(reader: Reader): string[] {
  const problems = reader.problems
    .splice(0)
    .map((problem) => problem.replace(/(answer \d+: )https?:\/\/[^/]+/, '$1'));
  const excused = /^answer 401: \/api\/(?:accounts\/profile|inbox\/count|updates\?.*)$/;
  return problems.filter((problem) => !excused.test(problem));
}

/** Fails unless exactly these calls of the API were refused since the last check, and nothing else went wrong. */
export function assertRefused(reader: Reader, expected: [status: number, path: string][]): void {
  const troubles = expected.map(([status, path]) => `answer ${status}: ${path}`);
  // The browser reports two answers in either order.
  assert.deepEqual(problemsOf(reader).sort(), troubles.sort());
}

/** The field that has the focus, by its label. */
export function focusedLabel(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement)
      return at.labels?.[0]?.textContent ?? '';
    return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
  });
}
