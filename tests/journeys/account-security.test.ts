import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signIn } from '#features/accounts/contract/accounts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, mainOf, newAccount, openPage, PASSWORD, remember } from './account-steps.ts';
import { applyViewport, problemsIn, VIEWPORTS } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

for (const viewport of VIEWPORTS) {
  test(`a reader sees where they are signed in, and ends a session there: ${viewport.theme}`, async () => {
    const username = `sessions-${viewport.theme.toLowerCase()}`;
    await newAccount(site, username);
    const own = await site.call(signIn, { username, password: PASSWORD });
    const reader = await newReader({ theme: viewport.theme, width: viewport.width });
    await applyViewport(reader, viewport);
    await remember(reader, site, own);
    const { page } = reader;
    await openPage(reader, urls.profile('settings'));
    const section = mainOf(page).getByRole('region', { name: 'Sessions' });
    await section.getByText('This one').waitFor();
    assert.equal(await section.getByRole('listitem').count(), 2);
    assert.deepEqual(await problemsIn(reader, viewport), []);
    await section.getByRole('button', { name: 'Sign out Unknown device' }).click();
    await page.getByText('Unknown device: signed out.').waitFor();
    await section.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
    await buttonOf(page, 'Sign out everywhere else').click();
    await page.getByText('You were not signed in anywhere else.').waitFor();
    reader.assertNoProblems();
    await reader.leave();
  });
}
