import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AiTraining } from '#base/ai-training.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { fixedSettings } from '#tests/support/settings.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase, testSettings } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fileUrls, urls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const { context } = await testDatabase();
const renderer = await builtRenderer(installedPath('dist'));

async function siteWith(aiTraining: AiTraining) {
  const app = await testServer(
    { ...context, settings: fixedSettings({ ...testSettings, aiTraining }) },
    { renderer },
  );
  const answerOf = async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url });
    assert.equal(statusCode, 200, url);
    return { usage: headers['content-usage'], reservation: headers['tdm-reservation'], body };
  };
  return { answerOf, request: await createRequester(app) };
}

const refusing = await siteWith('refused');
const leaving = await siteWith('authors');

const author = await signedIn(context, 'una-trains');
async function publish(aiTraining: boolean) {
  const body = { title: 'The Lamp', ai_training: aiTraining };
  const story = await refusing.request('POST /stories', { token: author.token, body });
  assert.equal(story.status, 201, story.text);
  const chapter = await refusing.request(`POST /stories/${story.data.id}/chapters`, {
    token: author.token,
    body: { title: 'One', content: '<p>It was lit at eight.</p>' },
  });
  const { slug } = story.data;
  return [urls.story(slug), urls.chapter(slug, chapter.data.id), urls.wholeStory(slug)];
}
const allowed = await publish(true);
const closed = await publish(false);

const NO = { usage: 'train-ai=n', reservation: '1' };
const YES = { usage: 'train-ai=y', reservation: '0' };
const said = ({ usage, reservation }: Awaited<ReturnType<typeof refusing.answerOf>>) => ({
  usage,
  reservation,
});

test('a site that refuses training says so with every answer, whatever an author chose', async () => {
  for (const url of [...allowed, ...closed, urls.home(), fileUrls.sitemap(), '/api/stories'])
    assert.deepEqual(said(await refusing.answerOf(url)), NO, url);
});

test('a site that leaves training to its authors says what each of them chose', async () => {
  for (const url of allowed) assert.deepEqual(said(await leaving.answerOf(url)), YES, url);
  for (const url of [...closed, urls.home(), '/api/stories'])
    assert.deepEqual(said(await leaving.answerOf(url)), NO, url);
});

test('robots.txt keeps crawlers for training away where the site refuses it, and search engines nowhere', async () => {
  const { body: refused } = await refusing.answerOf(fileUrls.robots());
  const groups = refused.split('\n\n');
  const forTraining = groups.find((group) => group.includes('User-agent: GPTBot'));
  assert.match(forTraining ?? '', /^(?:User-agent: [\w-]+\n)+Disallow: \/$/);
  const forAll = groups.find((group) => group.startsWith('User-agent: *\n'));
  assert.doesNotMatch(forAll ?? '', /^Disallow: \/$/m);
  assert.doesNotMatch(refused, /Googlebot|Bingbot/);
  // Checkers of search engines call the whole file invalid for a line outside RFC 9309.
  for (const line of refused.split('\n').filter(Boolean))
    assert.match(line, /^(?:User-agent|Disallow|Sitemap): \S+$/);

  const { body: left } = await leaving.answerOf(fileUrls.robots());
  assert.doesNotMatch(left, /GPTBot/);
  assert.match(left, /^Sitemap: /m);
});
