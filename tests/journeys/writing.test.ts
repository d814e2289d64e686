import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { getChapter, listChapters } from '#features/chapters/contract/chapters.ts';
import { listVersions } from '#features/chapters/contract/versions.ts';
import { getStory, storyMessages } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { longProse } from '#tests/support/long-prose.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { draftsIn, editorOf, newStory, paste, pressInEditor, toolbarOf } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nora = await newAccount(site, 'nora-inkwell');

async function atTheDesk() {
  const reader = await newReader();
  await remember(reader, site, nora);
  return reader;
}

// Spec 1: Signed-in users vote, bookmark, report (not themselves), create stories, keep a profile
// Spec 2, Writing: First chapter ‘Chapter 1’; ‘Publish Story’, ‘Creating Chapter...’
// Spec 2, Writing: ‘Story created successfully!’, ‘Creating first chapter...’, ‘Redirecting...’, then /story/{slug}
// Spec 2, Writing: A tag is added on Enter, comma or space
test('an author publishes a story that everyone can read', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.createStory());
  await fieldOf(page, 'Title').fill('  The Last Ferry  ');
  await editorOf(page).click();
  await page.keyboard.type('She was forty-one, and "late" -- again.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('***');
  await page.keyboard.press('Enter');
  await toolbarOf(page).getByRole('button', { name: 'Italic' }).click();
  await page.keyboard.type('Almost');
  await toolbarOf(page).getByRole('button', { name: 'Italic' }).click();
  await page.keyboard.type(' there.');
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await tags.fill('sea');
  await tags.press('Enter');
  // The list is not announced, so its changes are told in words.
  const told = mainOf(page)
    .locator('[aria-live=polite]')
    .filter({ hasText: / (added|removed), / });
  // An empty status is read as one.
  assert.equal(await mainOf(page).locator('[role=status]:empty').count(), 0);
  await told.filter({ hasText: '1 tag added, 1 in all.' }).waitFor();
  // Words typed with spaces become several tags; one press joins them, in the library's spelling if it has
  // one.
  const chosen = page.getByRole('list', { name: 'Chosen tags' });
  await tags.pressSequentially('Slow burn');
  await tags.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await buttonOf(page, 'Join as “slow burn”').press('Enter');
  assert.deepEqual(await chosen.getByRole('listitem').allTextContents(), ['sea', 'slow burn']);
  // A suggestion takes the place of the words with which it begins.
  await buttonOf(page, 'Remove slow burn').click();
  await told.filter({ hasText: '1 tag removed, 1 left.' }).waitFor();
  await tags.pressSequentially('slow bur');
  await page.getByRole('option', { name: 'slow burn' }).click();
  assert.deepEqual(await chosen.getByRole('listitem').allTextContents(), ['sea', 'slow burn']);
  await tags.pressSequentially('second chance lost ');
  await buttonOf(page, 'Join as “second chance lost”').waitFor();
  await tags.press('Backspace');
  await buttonOf(page, 'Join as “second chance”').click();
  assert.deepEqual(await chosen.getByRole('listitem').allTextContents(), [
    'sea',
    'slow burn',
    'second chance',
  ]);
  assert.equal(await page.getByRole('button', { name: /^Join as/ }).count(), 0);
  await page.getByText('8 words', { exact: true }).waitFor();

  const { release } = await holdRequests(page, /\/chapters$/, (request) => request.method() === 'POST');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/stories'));
  await buttonOf(page, 'Publish Story').click();
  // The key lets the site recognise a second press after a lost answer.
  assert.match((await sent).headers()['idempotency-key'] ?? '', /^"[0-9a-f]{32}"$/);
  await page.getByText(`${storyMessages.created} Creating first chapter...`).waitFor();
  await page.getByRole('button', { name: 'Creating Chapter...' }).waitFor();
  release();
  await page.getByText(`${storyMessages.created} Redirecting...`).waitFor();
  await heading(page, 'The Last Ferry').waitFor();
  assert.equal(page.url(), site.url + urls.story('the-last-ferry'));

  const story = await site.call(getStory, { id: 'the-last-ferry' });
  assert.equal(story.title, 'The Last Ferry');
  assert.deepEqual(story.tags.map((tag) => tag.name).sort(), ['sea', 'second chance', 'slow burn']);
  const { chapters } = await site.call(listChapters, { id: story.slug });
  assert.deepEqual(
    chapters.map(({ title, order }) => [title, order]),
    [['Chapter 1', 1]],
  );
  const { content } = await site.call(getChapter, { id: story.slug, chapterId: String(chapters[0]?.id) });
  assert.equal(
    content,
    '<p>She was forty-one, and "late" -- again.</p>\n<hr>\n<p><em>Almost</em> there.</p>',
  );
  assert.deepEqual(await draftsIn(page), []);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 1: Authors manage stories, chapters and synopsis
// Spec 2, Story page: Author: Edit Story, Add Chapter, Delete Story, Edit Synopsis
// Spec 2, Chapter page: Author-only edit and delete
// Spec 2, Writing: Add chapter: heading with the story’s title, order field, ‘Create Chapter’, success text
// Spec 2, Writing: Edit story: back link, slug with example, synopsis, tags by commas, ‘Update Story’
// Spec 2, Writing: ‘approaching limit’, ‘maximum exceeded’
// Spec 2, Writing: ‘Story updated successfully!’, ‘Redirecting to new URL...’
// Spec 2, Writing: Edit chapter: ‘Save Changes’, ‘Chapter updated successfully! Redirecting...’
// Spec 4: Next order is the highest plus 1; 1 if none (note 3)
// Spec 5: Chapter order: number from 1
// Spec 5: Slug: typed, suggested (note 4), required
// Spec 5: Edit story: tags split on commas, empties dropped
test('an author adds and moves a chapter, and changes the story’s title and slug', async () => {
  const { story } = await newStory(site, nora, 'Letters to Nobody', ['<p>The first.</p>']);
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.story(story.slug));
  await mainOf(page).getByRole('link', { name: 'Add Chapter' }).click();
  await heading(page, story.title).waitFor();
  assert.equal(await fieldOf(page, 'Chapter order').inputValue(), '2');
  await fieldOf(page, 'Chapter title').fill('A Beginning');
  await editorOf(page).fill('Before the first.');
  await buttonOf(page, 'Create Chapter').click();
  await page.getByText('Chapter created successfully! Redirecting...').waitFor();
  await heading(page, 'A Beginning').waitFor();
  await mainOf(page).getByRole('link', { name: 'Add the next chapter' }).waitFor();
  assert.equal(await page.getByText('Did it work for you?').count(), 0);

  await mainOf(page).getByRole('link', { name: 'Edit Chapter' }).click();
  await fieldOf(page, 'Chapter order').fill('0');
  await buttonOf(page, 'Save Changes').click();
  await page.getByText('Chapter order must be at least 1').waitFor();
  await fieldOf(page, 'Chapter order').fill('1');
  await fieldOf(page, 'Chapter title').fill('The Beginning');
  await buttonOf(page, 'Save Changes').click();
  await page.getByText('Chapter updated successfully! Redirecting...').waitFor();
  await heading(page, 'The Beginning').waitFor();

  const former = urls.story(story.slug);
  await openPage(reader, former);
  await mainOf(page).getByRole('link', { name: 'Edit Story' }).click();
  const title = fieldOf(page, 'Title');
  await title.fill('x'.repeat(81));
  await page.getByText('81/100 approaching limit').waitFor();
  await title.fill('x'.repeat(101));
  await page.getByText('101/100 maximum exceeded').waitFor();
  await buttonOf(page, 'Update Story').click();
  await page.getByText(storyMessages.titleTooLong).waitFor();
  await title.fill('Letters to Somebody');
  const slug = fieldOf(page, 'Slug');
  await page.getByText(`The story’s URL is ${former}.`, { exact: true }).waitFor();
  await slug.fill('');
  await slug.blur();
  assert.equal(await slug.inputValue(), 'letters-to-somebody');
  await slug.fill('');
  await slug.pressSequentially('To Somebody!');
  assert.equal(await slug.inputValue(), 'to-somebody-');
  await slug.press('Backspace');
  await page.getByText(`This changes the story’s URL to ${urls.story('to-somebody')}.`).waitFor();
  await fieldOf(page, 'Synopsis').fill('Two letters.\n\nAnd an answer.');
  await fieldOf(page, 'Tags').fill('epistolary, , slow burn ,');
  await fieldOf(page, 'Status').selectOption('Complete');
  await buttonOf(page, 'Update Story').click();
  await page.getByText('Story updated successfully! Redirecting to new URL...').waitFor();
  await heading(page, 'Letters to Somebody').waitFor();
  await page.getByText(/^Complete\. Published /).waitFor();
  assert.equal(page.url(), site.url + urls.story('to-somebody'));
  const changed = await site.call(getStory, { id: 'to-somebody' });
  assert.equal(changed.synopsis, 'Two letters.\n\nAnd an answer.');
  assert.deepEqual(changed.tags.map((tag) => tag.name).sort(), ['epistolary', 'slow burn']);
  await openPage(reader, former);
  assert.equal(page.url(), site.url + urls.story('to-somebody'));
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 1: Authors manage stories, chapters and synopsis
// Spec 2, Story page: Author: Edit Story, Add Chapter, Delete Story, Edit Synopsis
// Spec 2, Writing: Edit synopsis: message, then the window closes
test('an author changes the synopsis without leaving the story’s page', async () => {
  const { story } = await newStory(site, nora, 'A Window Left Open', ['<p>Wind.</p>']);
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.story(story.slug));
  await buttonOf(page, 'Edit Synopsis').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Synopsis' });
  await dialog.getByRole('textbox', { name: 'Synopsis' }).fill('It rains in.');
  await dialog.getByRole('button', { name: 'Save Synopsis' }).click();
  await dialog.getByText(storyMessages.synopsisUpdated).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await mainOf(page).getByText('It rains in.', { exact: true }).waitFor();
  assert.equal((await site.call(getStory, { id: story.slug })).synopsis, 'It rains in.');
  reader.assertNoProblems();
  await reader.leave();
});

test('an author views an earlier version of a chapter and restores it', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Second Thoughts', [
    '<p>She left.</p><p>He stayed where he was.</p>',
  ]);
  const reader = await atTheDesk();
  const { page } = reader;
  const chapterId = chapterIds[0] ?? 0;
  await openPage(reader, urls.editChapter(story.slug, chapterId));
  await editorOf(page).fill('She left, once more.');
  await buttonOf(page, 'Save Changes').click();
  await heading(page, 'Chapter 1').waitFor();
  await openPage(reader, urls.editChapter(story.slug, chapterId));
  await mainOf(page).getByRole('link', { name: 'Earlier versions' }).click();
  await buttonOf(page, /^Compare/).click();
  const difference = page.getByRole('region', { name: 'What has changed since' });
  await difference.waitFor();
  const read = async (element: string) =>
    (await difference.locator(`p + div ${element}`).allTextContents()).join('');
  assert.equal(await read('ins'), ' (added: , once more) ');
  assert.equal(await read('del'), ' (removed: He stayed where he was.) ');
  assert.deepEqual(await reader.violations(), []);
  await buttonOf(page, 'Restore this version').click();
  await heading(page, 'Chapter 1').waitFor();
  await page.locator('#page-html').getByText('He stayed where he was.').waitFor();
  const { versions } = await site.call(
    listVersions,
    { id: story.slug, chapterId: String(chapterId) },
    nora.token,
  );
  assert.equal(versions.length, 2);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 1: Authors manage stories, chapters and synopsis
// Spec 2, Shell: A notification may come through navigation state
// Spec 2, Story page: Author: Edit Story, Add Chapter, Delete Story, Edit Synopsis
// Spec 2, Chapter page: Author-only edit and delete
// Spec 2, Writing: Deleting a chapter asks in the specified words, then the story page
// Spec 4: Story deletion: after half a second home with ‘Story deleted successfully’
test('an author deletes a chapter, then the story', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Soon Gone', ['<p>One.</p>', '<p>Two.</p>']);
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.chapter(story.slug, chapterIds[1] ?? 0));
  await buttonOf(page, 'Delete Chapter').click();
  const question = page.getByRole('alertdialog');
  await question
    .getByText('Are you sure you want to delete this chapter? This action cannot be undone.')
    .waitFor();
  assert.deepEqual(await reader.violations(), []);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await buttonOf(page, 'Delete Chapter').click();
  await question.getByRole('button', { name: 'Delete Chapter' }).click();
  await heading(page, story.title).waitFor();
  assert.equal((await site.call(listChapters, { id: story.slug })).chapters.length, 1);

  await buttonOf(page, 'Delete Story').click();
  await question.getByRole('button', { name: 'Delete Story' }).click();
  await page.getByRole('status').getByText('Story deleted successfully', { exact: true }).waitFor();
  assert.equal(page.url(), site.url + urls.home());
  // On a busy machine the chapter was open long enough to report its reading time, and is deleted by then.
  const troubles = reader.problems.splice(0).filter((problem) => !/answer 404: .*\/read-time$/.test(problem));
  assert.deepEqual(troubles, []);
  // A signed-in reader's page repeats the request with the token, without success.
  assert.equal((await reader.open(urls.story(story.slug))).status, 404);
  await reader.leave();
});

test('a long pasted chapter is unchanged after saving, opening and saving again', async () => {
  const prose = longProse(90_000);
  assert.ok(prose.length > 80_000);
  const { story, chapterIds } = await newStory(site, nora, 'At Length', ['<p>Short.</p>']);
  const reader = await atTheDesk();
  const { page } = reader;
  const id = { id: story.slug, chapterId: String(chapterIds[0]) };
  const edit = urls.editChapter(story.slug, chapterIds[0] ?? 0);
  await openPage(reader, edit);
  await pressInEditor(page, 'ControlOrMeta+a');
  await paste(page, prose);
  await page.getByText('/100,000').waitFor();
  await buttonOf(page, 'Save Changes').click();
  await heading(page, 'Chapter 1').waitFor();
  const first = await site.call(getChapter, id);
  assert.ok(first.content.length > 80_000);

  await openPage(reader, edit);
  await pressInEditor(page, 'ControlOrMeta+Home');
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await fieldOf(page, 'Chapter title').fill('Opened and Closed');
  await buttonOf(page, 'Save Changes').click();
  await heading(page, 'Opened and Closed').waitFor();
  const second = await site.call(getChapter, id);
  assert.equal(second.content, first.content);
  reader.assertNoProblems();
  await reader.leave();
});

test('Enter leads through the fields of a new story, and publishes nothing', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.createStory());
  await fieldOf(page, 'Title').fill('Not Yet');
  await editorOf(page).fill('Half a sentence');
  await fieldOf(page, 'Title').press('Enter');
  await page.keyboard.type('One');
  assert.equal(await fieldOf(page, 'Title of the first chapter').inputValue(), 'One');
  await page.keyboard.press('Enter');
  await editorOf(page).and(page.locator(':focus')).waitFor();
  const tags = page.getByRole('combobox', { name: 'Tags' });
  assert.equal(await fieldOf(page, 'Title').getAttribute('enterkeyhint'), 'next');
  await tags.fill('sea');
  await tags.press('Enter');
  await page.getByRole('list', { name: 'Chosen tags' }).getByText('sea').waitFor();
  assert.ok(await tags.evaluate((field) => field.matches(':focus')));
  assert.equal(await tags.getAttribute('enterkeyhint'), 'enter');
  for (const box of await mainOf(page).getByRole('checkbox').all())
    if (await box.isVisible()) await box.press('Enter');
  await heading(page, 'New story').waitFor();
  await assert.rejects(site.call(getStory, { id: 'not-yet' }), /not found/i);
  // The button is reached by Tab, and takes Enter.
  await buttonOf(page, 'Publish Story').press('Enter');
  await heading(page, 'Not Yet').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});
