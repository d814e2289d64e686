import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { changeTag, undoTagChange } from '#features/moderation/contract/tags.ts';
import { tagMessages } from '#features/tags/contract/tags.ts';
import type { Context } from '#platform/runtime/context.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, heading, mainOf, openPage } from './account-steps.ts';
import { untilAnswered, untilMentioned } from './cached-pages.ts';
import { openSignedIn, writeStory } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

async function fill(context: Context) {
  const ada = await signedIn(context, 'ada-writes');
  return {
    ben: await signedIn(context, 'ben-reads'),
    dora: await signedIn(context, 'dora-keeps', { role: 'moderator' }),
    slow: await writeStory(context, ada, 'A Slow One', ['slow burn', 'harbour']),
    slower: await writeStory(context, ada, 'A Slower One', ['slow-burning']),
    romance: await writeStory(context, ada, 'A Romance', ['romance']),
  };
}

const site = await startSite();
after(() => site.stop());
const { ben, dora, slow, slower } = await site.within(fill);
const { newReader } = await openBrowser(site);

const readerAs = openSignedIn(site, newReader);

const SUGGEST = 'Suggest how this tag relates to others';

/** The entry of a list that says this. */
const rowOf = (place: Locator, words: string) => place.getByRole('listitem').filter({ hasText: words });

/** Opens the suggestions about a tag on its page. */
async function openSuggestions(reader: Reader, tag: string) {
  await openPage(reader, urls.tag(tag));
  await buttonOf(reader.page, SUGGEST).click();
  const dialog = reader.page.getByRole('dialog', { name: `How “${tag}” relates to others` });
  await dialog.waitFor();
  return dialog;
}

// Interface, Finding and avoiding: The page of a synonym answers 301 to its canonical tag
// Interface, Finding and avoiding: A moderator accepts or rejects a proposal
test('a member suggests a parent and a synonym, a moderator accepts both, and the lists follow', async () => {
  const member = await readerAs(ben, { width: 390 });
  const dialog = await openSuggestions(member, 'slow burn');
  await dialog.getByLabel('The other tag').fill('nobody ever used this');
  await dialog.getByRole('button', { name: 'Suggest', exact: true }).click();
  await dialog.getByText('There is no such tag yet').waitFor();
  assert.equal(await dialog.getByLabel('The other tag').inputValue(), 'nobody ever used this');
  assert.deepEqual(await problemsInBothLooks(member), []);
  await dialog.getByLabel('The other tag').fill('Romance');
  await dialog.getByRole('button', { name: 'Suggest', exact: true }).click();
  await rowOf(dialog, '“slow burn” is part of “romance”').waitFor();
  await dialog.getByLabel('“slow burn”').selectOption({ label: 'means the same as another tag' });
  await dialog.getByLabel('The other tag').fill('slow-burning');
  await dialog.getByRole('button', { name: 'Suggest', exact: true }).click();
  await dialog.getByRole('button', { name: 'Withdraw “slow burn” means “slow-burning”' }).click();
  await rowOf(dialog, '“slow burn” means “slow-burning”').waitFor({ state: 'detached' });
  await member.page.keyboard.press('Escape');
  const other = await openSuggestions(member, 'slow-burning');
  await other.getByLabel('“slow-burning”').selectOption({ label: 'means the same as another tag' });
  await other.getByLabel('The other tag').fill('slow burn');
  await other.getByRole('button', { name: 'Suggest', exact: true }).click();
  await rowOf(other, '“slow-burning” means “slow burn”').waitFor();

  const moderator = await readerAs(dora);
  const { page } = moderator;
  assert.equal((await moderator.open(staffUrls.tags())).status, 404);
  await heading(page, 'Tags').waitFor();
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  for (const words of ['“slow burn” is part of “romance”', '“slow-burning” means “slow burn”']) {
    await buttonOf(page, `Accept ${words}`).click();
    const question = page.getByRole('dialog', { name: 'Accept' });
    await question.getByRole('button', { name: 'Accept' }).click();
    await rowOf(mainOf(page), words).waitFor({ state: 'detached' });
  }
  await mainOf(page).getByText('No suggestion is waiting.').waitFor();
  await untilMentioned(site, urls.tag('romance'), slow.slug);
  await untilMentioned(site, urls.tag('romance'), slower.slug);
  await untilMentioned(site, urls.tag('slow burn'), slower.slug);
  const moved = await get(site, urls.tag('slow-burning', 'new', 2));
  assert.deepEqual([moved.status, moved.headers.location], [301, urls.tag('slow burn', 'new', 2)]);
  assert.equal(moved.headers['cache-control'], 'no-cache');

  await openPage(member, urls.tag('slow burn'));
  await mainOf(member.page)
    .getByRole('list', { name: 'Tags that include slow burn' })
    .getByRole('link', { name: 'romance' })
    .click();
  await member.page.waitForURL(`**${urls.tag('romance')}`);
  await mainOf(member.page)
    .getByRole('list', { name: 'Tags that romance includes' })
    .getByRole('link', { name: 'slow burn' })
    .waitFor();
  assert.deepEqual(await problemsInBothLooks(member), []);
  const own = await openSuggestions(member, 'romance');
  await own.getByText('Accepted').first().waitFor();

  await moderator.open(staffUrls.tags({ show: 'changes' }));
  await buttonOf(page, 'Undo “slow-burning” means “slow burn”').click();
  await page.getByRole('dialog', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click();
  await mainOf(page)
    .getByText(/, undone/)
    .waitFor();
  await untilAnswered(site, urls.tag('slow-burning'), 200);
  await moderator.open(staffUrls.log('tag-undo'));
  await mainOf(page).getByText('“slow-burning” → “slow burn”').waitFor();
  await Promise.all([member.leave(), moderator.leave()]);
});

test('a moderator changes a tag without a suggestion, and sees what is wrong at the field', async () => {
  const moderator = await readerAs(dora, { width: 390 });
  const { page } = moderator;
  await moderator.open(staffUrls.tags({ show: 'new' }));
  await heading(page, 'Tags').waitFor();
  await fieldOf(page, 'Tag').fill('harb');
  await mainOf(page).locator('datalist option[value="harbour"]').waitFor({ state: 'attached' });
  await fieldOf(page, 'Tag').fill('harbour');
  await fieldOf(page, 'The other tag').fill('harbour');
  await buttonOf(page, 'Change').click();
  await mainOf(page).getByText('That is the same tag').waitFor();
  await fieldOf(page, 'Relation').selectOption({ label: 'is part of' });
  assert.equal(await fieldOf(page, 'The other tag').inputValue(), 'harbour');
  await fieldOf(page, 'Relation').selectOption({ label: 'is of the kind' });
  await fieldOf(page, 'Kind').selectOption({ label: 'Setting' });
  await buttonOf(page, 'Change').click();
  await mainOf(page).getByText('Done. Its stories follow within minutes.').waitFor();
  assert.equal(await fieldOf(page, 'Tag').inputValue(), '');
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  await moderator.leave();
});

test('a moderator who undoes what another has undone is told so, and sees it when the dialog closes', async () => {
  const { id } = await site.call(changeTag, { tag: 'harbour', parent: 'romance', note: '' }, dora.token);
  const moderator = await readerAs(dora, { width: 390 });
  const { page } = moderator;
  await moderator.open(staffUrls.tags({ show: 'changes' }));
  const words = '“harbour” is part of “romance”';
  await buttonOf(page, `Undo ${words}`).click();
  await site.call(undoTagChange, { id, note: '' }, dora.token);
  const dialog = page.getByRole('dialog', { name: 'Undo' });
  await dialog.getByLabel('Note').fill('Harbours are of every kind.');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByText(tagMessages.alreadyUndone).waitFor();
  assert.equal(await dialog.getByLabel('Note').inputValue(), 'Harbours are of every kind.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await rowOf(mainOf(page), words)
    .getByText(/, undone/)
    .waitFor();
  assert.equal(await buttonOf(page, `Undo ${words}`).count(), 0);
  await moderator.leave();
});

test('a guest sees no suggestions on a tag’s page', async () => {
  const guest = await newReader();
  await openPage(guest, urls.tag('romance'));
  assert.equal(await guest.page.getByRole('button', { name: SUGGEST }).count(), 0);
  await guest.leave();
});
