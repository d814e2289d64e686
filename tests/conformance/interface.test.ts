import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtRenderer } from '#app/built-renderer.ts';
import { shippedLimits } from '#base/limits.ts';
import {
  MAX_BIO_CHARACTERS,
  MAX_DISPLAY_NAME_CHARACTERS,
} from '#features/accounts/contract/profile-details.ts';
import { MAX_CHAPTER_NOTE_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { MAX_HIDDEN_CHARACTERS } from '#features/hidden/rules.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { MAX_PEN_NAMES } from '#features/pen-names/contract.ts';
import { TRASH_DAYS } from '#features/stories/contract/trash.ts';
import { publishingQuotas } from '#features/stories/rules.ts';
import { MAX_TAGS_PER_STORY } from '#features/tags/contract/tags.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { startProvider } from '#tests/support/openid-provider.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { urls } from '#urls.ts';

/** Promises of the interface about all pages of a kind, and its figures, which the code may name but not change. */

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });
const call = apiCalls(app);
const mira = await signedIn(context, people.mira);
const series = (await call(mira, 'POST', '/series', { title: 'Crossings' })).body.data;
await call(mira, 'PUT', `/series/${series.id}/stories`, {
  story_ids: [stories.ferry.id, stories.clocks.id],
});
const list = (await call(mira, 'POST', '/shelves', { title: 'On Water', visibility: 'public' })).body.data;
await call(mira, 'PUT', `/shelves/${list.id}/stories/${stories.ferry.id}`, {});

async function pageAt(url: string, from = app): Promise<string> {
  const { statusCode, body } = await from.inject({ url });
  assert.equal(statusCode, 200, url);
  return body;
}

// Interface, Accounts: A bio has up to 2,000 characters, a display name up to 60
// Interface, Stories: A story has up to 30 tags of up to 50 characters
// Interface, Identity: At most 10 pen names besides the default
// Interface, Stories and chapters: A note has up to 5,000 characters
// Interface, Stories and chapters: The trash keeps an entry for 30 days
// Interface, Finding and avoiding: The cookie hidden has at most 2 kB
// Interface, Security, law, operations: Without a verified address: 1 story and 5 chapters a day
// Interface, Security, law, operations: Accounts under 3 days: 5 stories and 50 chapters a day
// Interface, Security, law, operations: Everyone: 20 stories and 300 chapters a day
test('the figures of the interface are those of the code', () => {
  assert.equal(MAX_PEN_NAMES, 10);
  assert.equal(MAX_CHAPTER_NOTE_CHARACTERS, 5000);
  assert.equal(TRASH_DAYS, 30);
  assert.equal(MAX_HIDDEN_CHARACTERS, 2000);
  assert.equal(shippedLimits.new_account_days, 3);
  assert.deepEqual([MAX_DISPLAY_NAME_CHARACTERS, MAX_BIO_CHARACTERS], [60, 2000]);
  assert.deepEqual([MAX_TAGS_PER_STORY, MAX_TAG_NAME_CHARACTERS], [30, 50]);
  const { unverified, new: newcomer, established } = publishingQuotas(shippedLimits);
  const figures = [unverified, newcomer, established].map((quota) => [quota.stories, quota.chapters]);
  assert.deepEqual(figures, [
    [1, 5],
    [5, 50],
    [20, 300],
  ]);
});

// Interface, Finding and avoiding: The pages of these lists take filters (note 1)
test('the page of every list follows the filter in its address', async () => {
  const { ferry, clocks } = stories;
  const paths = [
    ...[urls.home(), urls.allStories(), urls.search({ q: 'mira' }), urls.tag('slow burn')],
    ...[urls.author(people.mira), urls.series(series.slug)],
  ];
  // The home page begins with a story that moderators chose, whatever the filter of its list.
  const listOf = (html: string) => html.slice(Math.max(0, html.indexOf('id="stories-title"')));
  const has = (html: string, { slug }: { slug: string }) =>
    listOf(html).includes(`href="${urls.story(slug)}"`);
  for (const path of paths) {
    const whole = await pageAt(path);
    assert.deepEqual([has(whole, ferry), has(whole, clocks)], [true, true], path);
    const filtered = await pageAt(`${path}${path.includes('?') ? '&' : '?'}not_tags=sea`);
    assert.deepEqual([has(filtered, ferry), has(filtered, clocks)], [false, true], path);
  }
});

// Interface, Following, feeds, books: Pages carry link rel="alternate" for their feeds
test('a page with a feed names it in its head, as Atom and as JSON Feed', async () => {
  const pages = [
    urls.home(),
    urls.story(stories.ferry.slug),
    urls.series(series.slug),
    urls.author(people.mira),
    urls.tag('slow burn'),
    urls.list(list.slug),
    urls.search({ q: 'ferry' }),
  ];
  for (const page of pages) {
    const html = await pageAt(page);
    for (const type of ['application/atom+xml', 'application/feed+json']) {
      const tag = new RegExp(`<link rel="alternate" type="${type.replace('+', '\\+')}"[^>]* href="([^"]+)"`);
      const [, href = ''] = tag.exec(html) ?? [];
      const feed = await app.inject({ url: href.replaceAll('&amp;', '&') });
      assert.deepEqual(
        [feed.statusCode, feed.headers['content-type']],
        [200, `${type}; charset=utf-8`],
        page,
      );
    }
  }
});

// Interface, Pages: Every page is complete HTML with title, description, canonical link, Open Graph, JSON-LD and the adult label
test('every page that may be listed has structured data about itself', async () => {
  const paths = [
    ...[urls.home(), urls.allStories(), urls.tags(), urls.authors(), urls.privacy(), urls.help()],
    ...[urls.tag('slow burn'), urls.author(people.mira), urls.story(stories.ferry.slug)],
    ...[urls.series(series.slug), urls.list(list.slug)],
  ];
  for (const path of paths) {
    const html = await pageAt(path);
    const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    const { '@context': vocabulary, '@type': type, isFamilyFriendly, url } = JSON.parse(data);
    assert.deepEqual([vocabulary, typeof type], ['https://schema.org', 'string'], path);
    assert.ok(type !== 'WebPage' || (isFamilyFriendly === false && url === PUBLIC_URL + path), path);
  }
  const missing = await app.inject('/no-such-page');
  assert.ok(!missing.body.includes('ld+json'));
});

// Interface, Running: Without Google its button is not shown, and its calls answer 503 google_unavailable
test('the button for Google is on the pages of a site that has Google, and on no other', async (t) => {
  const provider = await startProvider();
  t.after(() => provider.stop());
  const withGoogle = await testServer({ ...context, google: provider.client }, { renderer });
  for (const url of [urls.login(), urls.register()]) {
    assert.ok((await pageAt(url, withGoogle)).includes('Continue with Google'), url);
    assert.ok(!(await pageAt(url)).includes('Continue with Google'), url);
  }
});
