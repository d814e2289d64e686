import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import yauzl from 'yauzl';
import { api } from '#app/api.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import { STORY_SORTS } from '#features/stories/contract/sorts.ts';
import { setWaiting } from '#features/stories/service/publishing.ts';
import { addStory } from '#tests/support/add-story.ts';
import { fileUrls, urls } from '#urls.ts';
import { moderatedSite } from './support/moderated-site.ts';
import { recountedCounters, storedCounters } from './support/readers.ts';
import { runJobsOnce } from './support/run-jobs-once.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/**
 * A hidden, removed or deleted story is gone from everything that readers can request, and comes back unchanged. A new
 * call that is open to anyone fails here until it is in one of the tables.
 */

const database = await testDatabase();
const { context } = database;
const { db } = context;
const app = await testServer(context);
const site = await moderatedSite(context);
const { reader, another, moderator, second, call, newStory, report, caseOf, decide } = site;

const MARK = 'zephyr';
const author = await signedIn(context, `${MARK}-writes`);

async function markedStory() {
  const created = await addStory(db, {
    author_id: author.id,
    title: `The ${MARK} house`,
    synopsis: `All about the ${MARK}.`,
    tags: ['harbour', `${MARK} only`],
  });
  assert.ok(created.ok);
  const chapter = await addChapter(db, {
    story_id: created.data.id,
    title: `${MARK} one`,
    order: 1,
    html: `<p>The ${MARK} blows.</p>`,
  });
  assert.ok(chapter.ok);
  return { ...created.data, chapterId: chapter.data.id };
}

const story = await markedStory();
const other = await newStory();
await call(moderator, 'PUT', `/moderation/featured/${story.id}`);
await call(reader, 'POST', `/tracking/stories/${story.id}/vote`, { vote_type: 'upvote' });
await call(another, 'POST', `/tracking/stories/${story.id}/vote`, { vote_type: 'downvote' });
await call(reader, 'POST', `/tracking/stories/${story.id}/bookmark`);
await call(undefined, 'POST', `/tracking/stories/${story.id}/view`, { user_agent: 'x' });
const series = (await call(another, 'POST', '/series', { title: 'Harbours' })).body.data;
await context.db
  .insertInto('series_stories')
  .values([other, story].map(({ id }, at) => ({ series_id: series.id, story_id: id, position: at + 1 })))
  .execute();
const list = (await call(author, 'POST', '/shelves', { title: 'Harbours', visibility: 'public' })).body.data;
const otherList = (await call(another, 'POST', '/shelves', { title: 'Harbours', visibility: 'public' })).body
  .data;
for (const [person, shelf] of [
  [author, list],
  [another, otherList],
] as const)
  for (const { id } of [other, story]) await call(person, 'PUT', `/shelves/${shelf.id}/stories/${id}`, {});
await runJobsOnce(database);
// The ranking is due by now, but would run seconds later.
await updateRankings(context, [story.id, other.id]);

/** Requests of lists and searches; each answer includes the story while it is listed. */
const lists: Record<string, string[]> = {
  frontpage: STORY_SORTS.flatMap((sort) => [
    `/frontpage?sort=${sort}`,
    `/frontpage?sort=${sort}&tag=harbour`,
  ]),
  listStories: ['/stories', `/stories?slug=${story.slug}`, `/stories?account_id=${author.id}`],
  getSeries: [`/series/${series.id}`],
  getReadingList: [`/lists/${otherList.slug}`],
  authorReadingLists: [`/accounts/users/${author.username}/lists`],
  relatedStories: [`/stories/${other.id}/related`],
  listAuthors: ['/authors?sort=trending', '/authors?sort=top'],
  authorStories: [`/accounts/users/${author.username}/stories`],
  listTags: [`/search/tags?query=${MARK}`, '/search/tags?sort=trending', '/search/tags?sort=popularity'],
  topTags: ['/search/tags/top?limit=100', '/search/tags/top?limit=100&sort=popularity'],
  frontpageTags: ['/frontpage/tags/all'],
  filterCounts: ['/filters/counts', '/filters/counts?tag=harbour'],
  getTag: ['/tags?name=harbour', `/tags?name=${MARK}+only`],
  search: [
    `/search?query=${MARK}`,
    `/search?query=${MARK}&match_title_only=true`,
    `/search?query=${MARK}+blows&type=stories`,
    '/search?query=&tags=harbour',
    `/search?query=${MARK}&type=authors`,
  ],
  nameHidden: [`/hidden/names?hidden=${encodeURIComponent(`s=${story.id}`)}`],
  suggestions: [`/search/suggestions?query=${MARK.slice(0, 4)}`, '/search/suggestions?query=the+zep'],
};

/** Requests by the story's own address, which return 404 to readers while the story is withheld. */
const addresses: Record<string, string> = {
  getStory: `/stories/${story.slug}`,
  listChapters: `/stories/${story.id}/chapters`,
  getChapter: `/stories/${story.id}/chapters/${story.chapterId}`,
  wholeStory: `/stories/${story.id}/whole`,
  listComments: `/stories/${story.id}/comments`,
  countComments: `/stories/${story.id}/comment-counts`,
  countParagraphComments: `/stories/${story.id}/chapters/${story.chapterId}/paragraphs`,
  countView: `/tracking/stories/${story.id}/view`,
  countReadTime: `/tracking/stories/${story.id}/read-time`,
  countShare: `/tracking/stories/${story.id}/share`,
};
const bodies: Record<string, object> = {
  countView: { user_agent: 'x' },
  countReadTime: { chapter_id: story.chapterId, read_time_seconds: 10, completed: false },
  countShare: { shared_platform: 'copy' },
};

/** Calls without data of any story. */
const others = new Set([
  ...['signUp', 'signIn', 'signOut', 'refreshSession', 'verifyEmail', 'askPasswordReset', 'resetPassword'],
  ...['confirmEmailChange', 'stopEmailChange', 'passkeySignUpOptions', 'signUpWithPasskey'],
  ...['loginCode', 'signInWithSecondFactor', 'passkeySignInOptions', 'signInWithPasskey'],
  ...['signInWays', 'startGoogle', 'finishGoogle', 'subscribe', 'confirmSubscription', 'unsubscribe'],
  ...[
    'unsubscribeByLink',
    'stopFollowMails',
    'stopInboxMails',
    'requestPreferences',
    'changePreferences',
    'readPreferences',
    'savePreferences',
    'submitTakedown',
  ],
  // These answer about a decision, to the holder of the link from its mail.
  ...[
    'readByLink',
    'appealByLink',
    'counterNoticeByLink',
    'getSite',
    'getOwnText',
    'listTermsVersions',
    'readTermsVersion',
  ],
  // A report of a withheld story is refused like one of a story that never existed; another test covers that.
  'sendGuestReport',
  // These name listed stories alone; features/hidden/api.test.ts covers that.
  'findHidden',
  // A secret link of a withheld story leads to nothing; features/secret-links/api.test.ts covers that.
  ...['readSharedStory', 'readSharedChapter', 'sendSharedCorrection'],
]);

/** Files for programs; each mentions the story while it is listed. */
const files = [
  ...[
    fileUrls.sitemapPart('stories', 1),
    fileUrls.sitemapPart('authors', 1),
    fileUrls.sitemapPart('tags', 1),
  ],
  ...['/', '/tag/harbour', '/search?tags=harbour', urls.author(author.username)].flatMap((page) => [
    urls.feed(page, 'xml'),
    urls.feed(page, 'json'),
  ]),
  ...[urls.story(story.slug), urls.series(series.slug), urls.list(otherList.slug)].map((page) =>
    urls.feed(page, 'xml'),
  ),
  ...['/opds', '/opds/v2'].flatMap((root) =>
    ['/new', '/top', '/tags', '/authors', '/tag/harbour', `/series/${series.slug}`].map(
      (path) => root + path,
    ),
  ),
  `/opds/v2/story/${story.slug}`,
];

/** The requests whose answers still mention the story, its tag or its author. */
async function mentions(): Promise<string[]> {
  const mentioning: string[] = [];
  for (const path of Object.values(lists).flat()) {
    const { status, body } = await call(undefined, 'GET', path);
    // A withheld account has no list either.
    if (status === 404 && path === lists.authorStories?.[0]) continue;
    assert.equal(status, 200, path);
    if (JSON.stringify(body).includes(MARK)) mentioning.push(path);
  }
  for (const path of files)
    if ((await app.inject({ url: path })).payload.includes(MARK)) mentioning.push(path);
  return mentioning;
}

/** Of a story's last absence there remain the times between which its followers missed something. */
const LEFT_BEHIND = ['unlisted_at', 'listed_again_at'];

/** Every stored list, counter and copy of all stories, apart from those about the reports themselves. */
async function snapshot(): Promise<Record<string, unknown>> {
  const tables = ['stories', 'story_tags', 'tags', 'author_stats', 'story_totals', 'search_stories'] as const;
  const more = ['search_authors', 'votes', 'bookmarks', 'chapters', 'story_slugs'] as const;
  const rows = [...tables, ...more].map(async (name) => {
    const all = await db.selectFrom(name).selectAll().execute();
    const asText = (row: object) =>
      JSON.stringify(row, (column, value) => (LEFT_BEHIND.includes(column) ? undefined : value));
    return [name, all.map(asText).sort()];
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** The same counts, computed from the rows that they summarise. */
async function recount() {
  const { rows } = await sql<{ stored: unknown; counted: unknown }>`
    select
      (select json_agg(json_build_array(id, story_count) order by id) from tags) as stored,
      (select json_agg(json_build_array(id, (select count(*) from story_tags join stories on stories.id = story_id
        where tag_id = tags.id and stories.published_at is not null)) order by id) from tags) as counted
    union all select
      (select json_build_array(listed, featured) from story_totals),
      (select json_build_array(count(*), count(featured_at)) from stories where published_at is not null)
    union all select
      (select json_agg(json_build_array(account_id, story_count) order by account_id) from author_stats),
      (select json_agg(json_build_array(account_id, (select count(*) from stories
        where author_id = account_id and published_at is not null)) order by account_id) from author_stats)`.execute(
    db,
  );
  return rows;
}

async function exportedFiles(): Promise<string[]> {
  const answer = await app.inject({ url: '/api/accounts/export', headers: author.headers });
  assert.equal(answer.statusCode, 200);
  const archive = await yauzl.fromBufferPromise(answer.rawPayload, { strictFileNames: true });
  const names: string[] = [];
  for await (const entry of archive.eachEntry()) names.push(entry.fileName);
  return names;
}

test('the tables have every public call', () => {
  const known = [...Object.keys(lists), ...Object.keys(addresses), ...others, 'getAuthor'];
  const open = api
    .map(({ call }) => call)
    .filter(({ access }) => access === 'anyone' || access === 'optional-auth');
  assert.deepEqual(open.map(({ name }) => name).sort(), known.sort());
});

for (const action of ['hide', 'remove'] as const) {
  describe(`a moderator’s decision to ${action} a story`, () => {
    // Interface, Moderation: Hidden and removed stories answer 404 to everyone but their author and moderators
    // Interface, Moderation: The author of a hidden story reads and exports it
    test('removes it from all public responses, and restoring brings it back unchanged', async () => {
      const mentioning = await mentions();
      assert.deepEqual(mentioning.toSorted(), [...Object.values(lists).flat(), ...files].toSorted());
      const before = await snapshot();
      const exported = await exportedFiles();

      await report(story, 'The tags promise a gothic tale');
      const hidden = await decide(moderator, await caseOf(story), { action });
      assert.equal(hidden.status, 200);
      // The story is gone at once, before any job has run.
      assert.deepEqual(await mentions(), []);
      for (const [name, path] of Object.entries(addresses)) {
        const method = path.startsWith('/tracking') ? 'POST' : 'GET';
        for (const person of [undefined, reader]) {
          const { status } = await call(person, method, path, bodies[name]);
          assert.equal(status, 404, `${name} by ${person?.username ?? 'nobody'}`);
        }
      }
      for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
      assert.deepEqual(await storedCounters(context), await recountedCounters(context));

      // Readers keep their votes and bookmarks of it, but do not see the story.
      const bookmarks = await call(reader, 'GET', '/tracking/stories/bookmarks');
      assert.deepEqual(bookmarks.body.data.bookmarks, []);
      assert.equal((await call(reader, 'GET', `/tracking/stories/${story.id}/vote/check`)).status, 404);
      const vote = { vote_type: 'downvote' };
      assert.equal((await call(reader, 'POST', `/tracking/stories/${story.id}/vote`, vote)).status, 404);
      assert.equal((await call(reader, 'POST', `/tracking/stories/${story.id}/bookmark`)).status, 404);
      const again = { reason: 'Once more the same thing' };
      assert.equal((await call(reader, 'POST', `/stories/${story.id}/report`, again)).status, 404);

      // The author can read it, finds it among their stories and can export it.
      assert.equal((await call(author, 'GET', addresses.getChapter ?? '')).status, 200);
      const own = await call(author, 'GET', `/stories?account_id=${author.id}`);
      assert.deepEqual([own.body.data.stories[0].id, own.body.data.pagination.total], [story.id, 1]);
      assert.deepEqual(await exportedFiles(), exported);

      await runJobsOnce(database);
      for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
      const restored = await decide(second, await caseOf(story), { action: 'restore' });
      assert.equal(restored.status, 200);
      await runJobsOnce(database);
      assert.deepEqual(await snapshot(), before);
      assert.deepEqual((await mentions()).toSorted(), mentioning.toSorted());
      assert.equal((await call(undefined, 'GET', addresses.getStory ?? '')).status, 200);
    });
  });
}

test('marking an account as spam hides it with its stories and tags, and undoing restores all', async () => {
  const mentioning = await mentions();
  const before = await snapshot();
  await report(story, 'Nothing but advertising');
  const path = `/moderation/accounts/${author.id}/spam`;
  assert.equal((await call(moderator, 'POST', path)).status, 200);
  assert.deepEqual(await mentions(), []);
  for (const [name, address] of Object.entries(addresses)) {
    const method = address.startsWith('/tracking') ? 'POST' : 'GET';
    assert.equal((await call(undefined, method, address, bodies[name])).status, 404, name);
  }
  for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
  await runJobsOnce(database);
  assert.equal((await call(second, 'DELETE', path)).status, 200);
  await runJobsOnce(database);
  assert.deepEqual(await snapshot(), before);
  assert.deepEqual((await mentions()).toSorted(), mentioning.toSorted());
  // The decision ended all sessions; the author signs in again.
  Object.assign(author, await signedIn(context, author.username));
});

// Interface, Stories and chapters: DELETE moves a story to the trash
test('a story in the trash is gone for everybody, its author included, and comes back unchanged', async () => {
  const mentioning = await mentions();
  const before = await snapshot();
  const own = async () => (await call(author, 'GET', `/stories?account_id=${author.id}`)).body.data;
  const ownBefore = await own();
  const exported = await exportedFiles();
  const deleted = await call(author, 'DELETE', `/stories/${story.slug}`);
  assert.equal(deleted.status, 200);
  assert.deepEqual(await mentions(), []);
  for (const [name, path] of Object.entries(addresses)) {
    const method = path.startsWith('/tracking') ? 'POST' : 'GET';
    for (const person of [undefined, reader, author, moderator])
      assert.equal((await call(person, method, path, bodies[name])).status, 404, name);
  }
  for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
  assert.deepEqual(await storedCounters(context), await recountedCounters(context));
  assert.deepEqual((await call(reader, 'GET', '/tracking/stories/bookmarks')).body.data.bookmarks, []);
  assert.deepEqual((await own()).stories, []);
  const ownFiles = `stories/${story.id}/`;
  assert.deepEqual(
    (await exportedFiles()).filter((name) => name.includes(ownFiles)),
    exported
      .filter((name) => name.startsWith(ownFiles) && !name.endsWith('statistics.json'))
      .map((name) => `trash/${name}`),
  );
  await runJobsOnce(database);
  for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
  const restored = await call(author, 'POST', `/trash/${deleted.body.data.trash_id}/restore`);
  assert.equal(restored.status, 200);
  await runJobsOnce(database);
  assert.deepEqual(await snapshot(), before);
  assert.deepEqual((await mentions()).toSorted(), mentioning.toSorted());
  assert.deepEqual(await own(), ownBefore);
  assert.deepEqual(await exportedFiles(), exported);
});

test('a story whose only chapter is in the trash is in no list, and comes back to its place', async () => {
  const mentioning = await mentions();
  const placeOf = () =>
    db
      .selectFrom('stories')
      .select(['published_at', 'chapter_count', 'word_count', 'trending'])
      .where('id', '=', story.id)
      .executeTakeFirstOrThrow();
  const before = await placeOf();
  const deleted = await call(author, 'DELETE', `/stories/${story.id}/chapters/${story.chapterId}`);
  assert.deepEqual(await mentions(), [`/stories?slug=${story.slug}`]);
  for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
  const names = await exportedFiles();
  assert.ok(names.includes(`trash/chapters/${story.id}/01-${story.chapterId}.html`), names.join());
  await runJobsOnce(database);
  await call(author, 'POST', `/trash/${deleted.body.data.trash_id}/restore`);
  await runJobsOnce(database);
  assert.deepEqual(await placeOf(), before);
  assert.deepEqual((await mentions()).toSorted(), mentioning.toSorted());
  for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
});

test('a story that waits for verification is in no list, but readable at its address', async () => {
  const mentioning = await mentions();
  const before = await snapshot();
  const credentials = () => db.updateTable('credentials').where('account_id', '=', author.id);
  await credentials().set({ email_verified_at: null }).execute();
  await db.transaction().execute((transaction) => setWaiting(transaction, story.id, 'address'));
  assert.deepEqual(await mentions(), [`/stories?slug=${story.slug}`]);
  for (const path of Object.values(addresses).filter((path) => path.startsWith('/stories')))
    assert.equal((await call(undefined, 'GET', path)).status, 200, path);
  for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
  await runJobsOnce(database);
  await credentials().set({ email_verified_at: new Date() }).execute();
  await runJobsOnce(database);
  assert.deepEqual((await mentions()).toSorted(), mentioning.toSorted());
  assert.deepEqual(await snapshot(), before);
});

/** Changes the story's visibility as its author does. */
async function show(visibility: string): Promise<void> {
  const { title, slug } = (await call(author, 'GET', `/stories/${story.slug}`)).body.data;
  const changed = await call(author, 'PUT', `/stories/${story.slug}`, { title, slug, visibility });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.equal(changed.body.data.visibility, visibility);
}

async function statusesOf(person: typeof reader | undefined, address: string): Promise<number[]> {
  const paths = [`/stories/${address}`, `/stories/${address}/chapters`];
  paths.push(`/stories/${address}/chapters/${story.chapterId}`);
  return Promise.all(paths.map(async (path) => (await call(person, 'GET', path)).status));
}

// Interface, Stories and chapters: A draft is for its owner alone, and 404 for others
test('a draft exists for its author alone, and is listed at its earlier place afterwards', async () => {
  const before = await mentions();
  const listing = () =>
    db.selectFrom('stories').select('published_at').where('id', '=', story.id).executeTakeFirstOrThrow();
  const { published_at } = await listing();
  await show('draft');
  assert.deepEqual(await mentions(), []);
  for (const person of [undefined, reader, moderator])
    for (const address of [story.slug, String(story.id)])
      assert.deepEqual(await statusesOf(person, address), [404, 404, 404], person?.username ?? 'a guest');
  assert.deepEqual(await statusesOf(author, String(story.id)), [200, 200, 200]);
  for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
  await runJobsOnce(database);
  await show('public');
  await runJobsOnce(database);
  assert.deepEqual(await listing(), { published_at });
  assert.deepEqual((await mentions()).toSorted(), before.toSorted());
});

// Interface, Stories and chapters: A story by link is found by its slug alone, and 404 by number for others
// Interface, Stories and chapters: A story by link is absent from lists, feeds, search and sitemap
test('a story by link is found by its slug alone', async () => {
  const before = await mentions();
  await show('link');
  assert.deepEqual(await mentions(), [`/stories?slug=${story.slug}`]);
  for (const person of [undefined, reader]) {
    assert.deepEqual(await statusesOf(person, story.slug), [200, 200, 200]);
    assert.deepEqual(await statusesOf(person, String(story.id)), [404, 404, 404]);
  }
  assert.deepEqual(await statusesOf(author, String(story.id)), [200, 200, 200]);
  const vote = await call(reader, 'POST', `/tracking/stories/${story.slug}/vote`, { vote_type: 'upvote' });
  assert.equal(vote.status, 200);
  await show('public');
  await runJobsOnce(database);
  assert.deepEqual((await mentions()).toSorted(), before.toSorted());
});

// Interface, Stories and chapters: A story for members is listed
// Interface, Stories and chapters: The text of a story for members is for the signed-in; its chapters answer 401
// Interface, Stories and chapters: Guests see title, synopsis and tags of a story for members, and are invited to sign in
test('a story for members is listed, and nobody reads its text without an account', async () => {
  const before = await mentions();
  await show('members');
  const inText = `/search?query=${MARK}+blows&type=stories`;
  const isOpen = (path: string) => path === inText || /^\/opds.*\/(?:new|top|tag|series|story)/.test(path);
  assert.deepEqual(
    (await mentions()).filter((path) => !isOpen(path)),
    before.filter((path) => !isOpen(path)),
  );
  for (const address of [story.slug, String(story.id)]) {
    assert.deepEqual(await statusesOf(undefined, address), [200, 401, 401]);
    assert.deepEqual(await statusesOf(reader, address), [200, 200, 200]);
  }
  const unknown = await call(undefined, 'GET', `/stories/${story.slug}/chapters/999999`);
  assert.equal(unknown.status, 401);
  const said = async (person?: typeof reader) => {
    const { title, synopsis, tags } = (await call(person, 'GET', `/stories/${story.slug}`)).body.data;
    return { title, synopsis, tags };
  };
  assert.deepEqual(await said(), await said(author));
  for (const query of ['blows', `${MARK}+blows`, '%22blows%22']) {
    const { stories } = (await call(undefined, 'GET', `/search?query=${query}`)).body.data;
    const hit = stories.find(({ id }: { id: number }) => id === story.id);
    assert.ok(hit === undefined || !JSON.stringify(hit).includes('blows'), query);
  }
  // The minus tells nothing about the text either.
  const without = await call(undefined, 'GET', `/search?query=${MARK}+-blows`);
  assert.ok(without.body.data.stories.some(({ id }: { id: number }) => id === story.id));
  await show('public');
  assert.deepEqual(await mentions(), before);
});

test('a former slug of a withheld story returns 404', async () => {
  const moved = await newStory(author);
  await call(author, 'PUT', `/stories/${moved.id}`, { title: 'Moved', slug: 'moved-elsewhere' });
  assert.equal((await call(undefined, 'GET', `/stories/${moved.slug}`)).status, 301);
  await report(moved, 'The tags promise a gothic tale');
  await decide(moderator, await caseOf(moved), { action: 'hide' });
  assert.equal((await call(undefined, 'GET', `/stories/${moved.slug}`)).status, 404);
  assert.equal((await call(author, 'GET', `/stories/${moved.slug}`)).status, 301);
});

test('a hidden story without a chapter stays hidden after its first chapter', async () => {
  const created = await addStory(db, {
    author_id: author.id,
    title: 'Empty',
    synopsis: '',
    tags: ['harbour'],
  });
  assert.ok(created.ok);
  const empty = created.data;
  const opened = await call(moderator, 'POST', '/moderation/cases', { story: empty.slug });
  const mentioning = (await call(moderator, 'GET', `/moderation/cases/${opened.body.data.id}`)).body.data;
  await decide(moderator, mentioning, { action: 'hide', passage: 'The whole story' });
  assert.equal((await call(undefined, 'GET', `/stories/${empty.id}`)).status, 404);
  const chapter = { title: 'One', content: '<p>Here it begins.</p>' };
  const added = await call(author, 'POST', `/stories/${empty.id}/chapters`, chapter);
  assert.equal(added.status, 201);
  assert.equal((await call(undefined, 'GET', `/stories/${empty.id}`)).status, 404);
  await decide(second, await caseOf(empty), { action: 'restore' });
  const { body } = await call(undefined, 'GET', '/frontpage?sort=new&limit=100');
  assert.ok(body.data.stories.some((item: { id: number }) => item.id === empty.id));
  for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
});

test('reactions during hiding and restoring leave exact counts', async () => {
  const busy = await newStory(author, ['harbour', 'fog']);
  const acts = Array.from({ length: 12 }, (_, at) => [
    call(reader, 'POST', `/tracking/stories/${busy.id}/vote`, { vote_type: at % 2 ? 'none' : 'upvote' }),
    call(another, at % 2 ? 'DELETE' : 'POST', `/tracking/stories/${busy.id}/bookmark`),
    call(undefined, 'POST', `/tracking/stories/${busy.id}/view`, { user_agent: 'x' }),
  ]).flat();
  for (const action of ['hide', 'restore', 'remove', 'restore']) {
    await call(moderator, 'POST', '/moderation/cases', { story: String(busy.id) });
    const decided = await decide(moderator, await caseOf(busy), { action });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
  }
  for (const { status } of await Promise.all(acts)) assert.ok(status === 200 || status === 404, `${status}`);
  assert.deepEqual(await storedCounters(context), await recountedCounters(context));
  for (const { stored, counted } of await recount()) assert.deepEqual(stored, counted);
});
