import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signUp } from '#features/accounts/contract/accounts.ts';
import { createChapter } from '#features/chapters/contract/chapters.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { openPage, remember } from './account-steps.ts';

const site = await startSite({ env: { REMOTE_IMAGES: 'off' } });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const session = await site.call(signUp, {
  username: 'ada',
  email: 'ada@example.org',
  password: 'a lamp for every window',
});
const story = await site.call(publishStory, { title: 'A Plain Text', tags: ['letters'] }, session.token);
const picture = '<img src="https://pictures.example/lamp.png" alt="A lamp">';
const chapter = await site.call(
  createChapter,
  {
    id: String(story.id),
    title: 'One',
    content: `<p>She drew ${picture} and nothing else.</p>`,
    note_before: `<p>Drawn: ${picture}</p>`,
  },
  session.token,
);

// Interface, Security, law, operations: With REMOTE_IMAGES=off the address of a picture is nowhere in a page
test('a site of text alone shows descriptions of pictures, and no page contains their addresses', async () => {
  for (const address of [urls.chapter(story.slug, chapter.id), urls.wholeStory(story.slug)]) {
    const response = await fetch(site.url + address);
    const html = await response.text();
    assert.match(html, /She drew \[A lamp\] and nothing else\./);
    assert.match(html, /Drawn: \[A lamp\]/);
    assert.ok(!html.includes('pictures.example'), address);
    assert.match(response.headers.get('content-security-policy') ?? '', /img-src 'self';/);
  }
});

test('a chapter that a browser fetches by itself shows no picture either', async () => {
  const reader = await newReader();
  await openPage(reader, urls.story(story.slug));
  await reader.page.getByRole('link', { name: 'One' }).first().click();
  await reader.page.getByText('She drew [A lamp] and nothing else.').waitFor();
  assert.equal(await reader.page.locator('a.blocked-image').count(), 0);
});

test('its editor offers no pictures', async () => {
  const reader = await newReader();
  await remember(reader, site, session);
  await openPage(reader, urls.editChapter(story.slug, chapter.id));
  await reader.page.getByRole('button', { name: 'Insert link' }).waitFor();
  assert.equal(await reader.page.getByRole('button', { name: 'Insert image' }).count(), 0);
  await reader.page.getByText('This site shows no pictures').waitFor();
});
