import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { api } from '#app/api.ts';
import { builtRenderer } from '#app/built-renderer.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { feedUrls } from '#features/feeds/rules/feed-urls.ts';
import { mailFollowers } from '#features/follows/service/mailing.ts';
import { notifyFollowers } from '#features/follows/service/notifying.ts';
import { SHIPPED_TERMS } from '#features/legal/contract/terms.ts';
import { composeIssue } from '#features/newsletter/service/issues.ts';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import { HOME_SORTS } from '#features/stories/components/home-address.ts';
import { STORY_SORTS } from '#features/stories/contract/sorts.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { addStory } from '#tests/support/add-story.ts';
import { urls } from '#urls.ts';
import { apiCalls } from './support/api-calls.ts';
import { epubFiles } from './support/epub-structure.ts';
import { newPushBrowser } from './support/push-service.ts';
import { runDueJobs } from './support/run-due-jobs.ts';
import { type SignedInPerson, signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/**
 * A reader meets nothing of what they hide: fifty hidden stories, for each of the reasons, are in no answer to a guest or
 * a member and on no page. A new call that reads fails here until it is requested below, or excused with a reason.
 */

const { context, connectionString } = await testDatabase();
const { db } = context;
const app = await testServer(context, { renderer: await builtRenderer(installedPath('dist')) });
const call = apiCalls(app);
const author = await signedIn(context, 'ada-writes');
const unwanted = await signedIn(context, 'unwanted-author');
const reader = await signedIn(context, 'ben-reads');
const another = await signedIn(context, 'cleo-reads');
const moderator = await signedIn(context, 'dora-keeps', { role: 'moderator' });

const REASONS = ['tag', 'parent', 'synonym', 'author', 'warning', 'chapter-warning', 'story'] as const;
/** Part of every title and slug that nobody may meet. */
const MARK = 'zephyr';
const COMMON = ['harbour', 'lamp'];

interface Made {
  id: number;
  slug: string;
  chapterId: number;
  reason: (typeof REASONS)[number] | undefined;
}

async function make(title: string, reason?: Made['reason']): Promise<Made> {
  const own = { tag: 'gore', parent: 'splatter', synonym: 'gory' }[String(reason)];
  const created = await addStory(db, {
    author_id: reason === 'author' ? unwanted.id : author.id,
    title,
    synopsis: 'Two keepers of sixty share a lamp.',
    tags: [...COMMON, ...(own === undefined ? [] : [own])],
    warnings: reason === 'warning' ? ['grief'] : null,
  });
  assert.ok(created.ok);
  const { id, slug } = created.data;
  const chapter = await addChapter(db, {
    story_id: id,
    title: 'One',
    order: 1,
    html: '<p>The lamp was lit at eight.</p>',
  });
  assert.ok(chapter.ok);
  if (reason === 'chapter-warning')
    await db
      .updateTable('chapters')
      .set({ warnings: ['grief'] })
      .where('id', '=', chapter.data.id)
      .execute();
  return { id, slug, chapterId: chapter.data.id, reason };
}

const hidden: Made[] = [];
for (let at = 0; at < 50; at += 1) {
  const reason = REASONS[at % REASONS.length] ?? 'tag';
  hidden.push(await make(`The ${MARK} ${reason} ${at}`, reason));
}
const shown: Made[] = [];
for (let at = 0; at < 8; at += 1) shown.push(await make(`Harbour lights ${at}`));
const [story] = shown;
assert.ok(story);

for (const change of [
  { tag: 'splatter', parent: 'gore' },
  { tag: 'gory', canonical: 'gore' },
])
  assert.equal((await call(moderator, 'POST', '/moderation/tag-changes', change)).status, 201);
const all = [...hidden, ...shown];
for (const follower of [reader, another])
  await db
    .insertInto('follows')
    .values(
      [author, unwanted].map(({ id }) => ({
        ...{ account_id: follower.id, author_id: id, followed_at: new Date('2026-01-01') },
      })),
    )
    .execute();
const series = (await call(another, 'POST', '/series', { title: 'Harbours' })).body.data;
await db
  .insertInto('series_stories')
  .values(all.map(({ id }, at) => ({ series_id: series.id, story_id: id, position: at + 1 })))
  .execute();
const list = (await call(another, 'POST', '/shelves', { title: 'Harbours', visibility: 'public' })).body.data;
for (const { id } of all) {
  await call(another, 'PUT', `/shelves/${list.id}/stories/${id}`, {});
  await call(another, 'POST', `/tracking/stories/${id}/vote`, { vote_type: 'upvote' });
  await call(reader, 'POST', `/tracking/stories/${id}/bookmark`, {});
  for (const person of [reader, another])
    await call(person, 'PUT', `/stories/${id}/mark`, { state: 'finished' });
  await call(another, 'POST', `/tracking/stories/${id}/bookmark`, {});
}
await sql`update stories set featured_at = now()`.execute(db);
await runDueJobs(connectionString, context);
await updateRankings(
  context,
  all.map(({ id }) => id),
);

const shownProfile = { display_name: 'Cleo', profile_public: true };
assert.equal((await call(another, 'PUT', '/accounts/profile', shownProfile)).status, 200);
const saved = await call(reader, 'PUT', '/hidden', {
  tags: ['gore'],
  warnings: ['grief'],
  authors: [unwanted.username],
  stories: hidden.filter(({ reason }) => reason === 'story').map(({ id }) => id),
});
assert.equal(saved.status, 200);
const text: string = saved.body.data.hidden;

const byAuthor = `/accounts/users/${author.username}`;
/** Requests of calls that readers make; each answers without the hidden stories. */
const requests: Record<string, string[]> = {
  frontpage: STORY_SORTS.flatMap((sort) => [
    `/frontpage?sort=${sort}&limit=100`,
    `/frontpage?sort=${sort}&limit=100&tag=harbour`,
    `/frontpage?sort=${sort}&limit=100&tags=harbour,lamp&status=`,
    `/frontpage?sort=${sort}&tag=gore`,
  ]),
  listStories: ['/stories?limit=100', `/stories?limit=100&account_id=${author.id}`],
  getStory: [`/stories/${story.slug}`],
  relatedStories: [`/stories/${story.slug}/related?limit=12`],
  listChapters: [`/stories/${story.slug}/chapters`],
  getChapter: [`/stories/${story.slug}/chapters/${story.chapterId}`],
  wholeStory: [`/stories/${story.slug}/whole`],
  listComments: [`/stories/${story.slug}/comments`],
  countComments: [`/stories/${story.slug}/comment-counts`],
  countParagraphComments: [`/stories/${story.slug}/chapters/${story.chapterId}/paragraphs`],
  getSeries: [`/series/${series.id}`],
  listAuthors: ['/authors?sort=trending', '/authors?sort=top', `/authors?query=${unwanted.username}`],
  getAuthor: [byAuthor, `/accounts/users/${unwanted.username}`],
  authorStories: [`${byAuthor}/stories?limit=100`, `/accounts/users/${unwanted.username}/stories`],
  authorReadingLists: [`/accounts/users/${another.username}/lists`],
  getReadingList: [`/lists/${list.slug}?limit=100`],
  listTags: ['/search/tags?limit=100', '/search/tags?query=gor'],
  topTags: ['/search/tags/top?limit=100'],
  frontpageTags: ['/frontpage/tags/all'],
  getTag: ['/tags?name=harbour'],
  search: [
    `/search?query=${MARK}&limit=100`,
    `/search?query=${MARK}&match_title_only=true&limit=100`,
    '/search?query=lamp&limit=100',
    '/search?query=&tags=harbour&limit=100',
    '/search?query=zephir&limit=100',
    '/search?query=gore&limit=100',
    ...['newest', 'popular', 'trending', 'updated'].map(
      (sort) => `/search?query=lamp&sort=${sort}&limit=100`,
    ),
  ],
  suggestions: [
    `/search/suggestions?query=${MARK.slice(0, 4)}`,
    `/search/suggestions?query=the+${MARK.slice(0, 4)}`,
    '/search/suggestions?query=zephir',
    '/search/suggestions?query=the',
  ],
  listBookmarks: ['/tracking/stories/bookmarks?limit=100'],
  // A guest has no shelves; a member’s bookmarks are one of them.
  listShelfStories: ['/shelves/bookmarks/stories?limit=100', '/shelves/finished/stories?limit=100'],
  getUpdates: ['/updates?limit=100'],
  filterCounts: ['/filters/counts', '/filters/counts?tag=harbour'],
  getSite: ['/site'],
  getOwnText: ['/site/texts/terms'],
  listTermsVersions: ['/site/terms'],
  readTermsVersion: [`/site/terms/${SHIPPED_TERMS}`],
  readOwnTerms: ['/accounts/terms'],
};

/** Calls whose answers may name a hidden story, or name no story of others. */
const excused: Record<string, string[]> = {
  'one’s own account, list of hidden items and export': [
    ...[
      'getProfile',
      'getHidden',
      'nameHidden',
      'exportData',
      'exportStory',
      'listPenNames',
      'getSavedFilters',
    ],
    ...['getFeedToken', 'getPush', 'listOwnDecisions', 'listOwnTagProposals', 'readPreferences'],
    ...[
      'getHistoryChoice',
      'listSessions',
      'getEmailChange',
      'listActivity',
      'listInvitations',
      'listFactors',
      'listPasskeys',
    ],
  ],
  'one’s own inbox, where features/inbox/api.test.ts looks for hidden stories': [
    ...['readInbox', 'countInbox', 'readInboxSettings'],
  ],
  'one’s own history, which says what was opened, so that it can be deleted; shelves without their stories': [
    ...['getHistory', 'listShelves', 'listFollows'],
  ],
  'one’s own stories, as their author works on them': [
    ...['listImports', 'getImport', 'listVersions', 'getVersion', 'getDraftKey', 'listDrafts', 'getDraft'],
    ...[
      'getSecretLink',
      'listCorrections',
      'listReceivedComments',
      'listWaves',
      'listFilteredWords',
      'listBlocks',
      'countCorrections',
      'listSeries',
      'listTrash',
      'storyStatistics',
      'previewCover',
    ],
  ],
  'one’s own conversations': ['listNotes', 'listSentCorrections'],
  'about a story that the caller names': [
    'checkVote',
    'checkBookmark',
    'readStates',
    'getMark',
    'followState',
  ],
  'by a secret link from an author or a mail': ['readSharedStory', 'readSharedChapter', 'readByLink'],
  'signing in': ['verifyEmail', 'signInWays', 'startGoogle'],
  'staff see everything': [
    ...['previewNewsletter', 'listCases', 'getCase', 'getEvidence', 'listTakedownRequests'],
    ...['getTakedownRequest', 'readLog', 'listNewAccounts', 'listWaitingStories', 'listTagProposals'],
    'countWaitingWork',
    ...[
      'listTagChanges',
      'listPeople',
      'listCommentVersions',
      'listCommentWaves',
      'readTransparency',
      'readStatements',
      'getOverview',
      'listBans',
      'listAnnouncements',
      'listAnnouncementChanges',
      'listSettings',
      'listSettingChanges',
      'listStaffNotes',
      'listTrustedFlaggers',
      'listBulkActions',
      'listBranch',
    ],
  ],
};

test('every call that reads is requested or excused', () => {
  const reading = api.flatMap(({ call: { method, name } }) => (method === 'GET' ? [name] : []));
  const known = [...Object.keys(requests), ...Object.values(excused).flat()];
  assert.deepEqual(known.toSorted(), reading.toSorted());
});

async function answer(path: string, person?: SignedInPerson, parameter?: string): Promise<string> {
  const query = parameter === undefined ? '' : `hidden=${encodeURIComponent(parameter)}`;
  const address = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const { status, body } = await call(person, 'GET', address);
  assert.ok(status === 200 || status === 401, `${status} ${address}: ${JSON.stringify(body)}`);
  return JSON.stringify(body.data ?? {});
}

/** The reason in the counts of a list: the single story that the reader has hidden. */
const REASON = /\{"kind":"story","name":"[^"]*","count":1\}/g;

/** The first slugs and titles of hidden stories in a text, without those that say what is hidden. */
const metIn = (body: string) =>
  [
    ...new Set(
      body
        .replaceAll(REASON, '')
        .toLowerCase()
        .match(new RegExp(`the[- ]${MARK}[- ][a-z0-9- ]*[0-9]`, 'g')),
    ),
  ].slice(0, 5);

describe('hidden stories are in no answer', () => {
  for (const [name, paths] of Object.entries(requests)) {
    test(name, async () => {
      for (const path of paths) {
        assert.deepEqual(metIn(await answer(path, undefined, text)), [], `guest: ${path}`);
        assert.deepEqual(metIn(await answer(path, reader)), [], `member: ${path}`);
      }
    });
  }

  test('and lists say how many, and why', async () => {
    const { body } = await call(reader, 'GET', '/frontpage?sort=new');
    const { stories, pagination, hidden: counts } = body.data;
    assert.deepEqual([stories.length, pagination.total, counts.total], [shown.length, shown.length, 50]);
    const kinds = new Set(counts.by.map(({ kind }: { kind: string }) => kind));
    assert.deepEqual([...kinds].sort(), ['author', 'story', 'tag', 'warning']);
  });

  test('and would be, if nothing were hidden', async () => {
    const names: string[] = [];
    for (const [name, paths] of Object.entries(requests)) {
      const bodies = await Promise.all(paths.map((path) => answer(path, another)));
      if (bodies.some((body) => metIn(body).length > 0)) names.push(name);
    }
    const naming = ['authorStories', 'frontpage', 'getAuthor', 'getReadingList', 'getSeries'];
    const others = [
      'getUpdates',
      'listAuthors',
      'listBookmarks',
      'listShelfStories',
      'listStories',
      'relatedStories',
      'search',
      'suggestions',
    ];
    assert.deepEqual(names.sort(), [...naming, ...others]);
  });
});

const pages: string[] = [
  ...HOME_SORTS.map((sort) => urls.home(sort)),
  ...[urls.allStories(), urls.authors(), urls.authors('top'), urls.tags(), urls.tags({ q: 'gor' })],
  ...[
    urls.story(story.slug),
    urls.chapter(story.slug, story.chapterId),
    urls.wholeStory(story.slug),
    urls.comments(story.slug),
    urls.chapterComments(story.slug, story.chapterId),
    urls.completeWithin(60_000),
    urls.tag('harbour'),
    urls.tag('gore'),
  ],
  ...[urls.series(series.slug), urls.list(list.slug), urls.author(author.username)],
  ...[urls.author(unwanted.username), urls.author(another.username)],
  ...[urls.search(), urls.search({ q: MARK }), urls.search({ q: 'lamp' }), urls.search({ q: 'zephir' })],
  ...[urls.search({ q: '', tags: ['harbour'] }), urls.search({ q: 'lamp', sort: 'newest' })],
];

describe('hidden stories are on no page', () => {
  const cookie = `hidden=${encodeURIComponent(text)}`;
  for (const path of pages) {
    test(path, async () => {
      const { statusCode, body } = await app.inject({ url: path, headers: { cookie } });
      assert.equal(statusCode, 200, path);
      assert.deepEqual(metIn(body), [], path);
    });
  }

  test('and are on most of them, if nothing is hidden', async () => {
    const naming = [];
    for (const path of pages) if (metIn((await app.inject({ url: path })).body).length > 0) naming.push(path);
    assert.ok(naming.length >= 15, naming.join(' '));
  });

  test('and no random story is one of them', async () => {
    for (let at = 0; at < 30; at += 1) {
      const { headers } = await app.inject({ url: urls.random(), headers: { cookie } });
      assert.ok(!String(headers.location).includes(MARK), String(headers.location));
      assert.match(String(headers.location), /story/);
    }
  });
});

const feeds: string[] = [
  ...['/', '/tag/harbour', '/tag/gore', '/search?q=lamp', '/search?tags=harbour'],
  ...[urls.series(series.slug), urls.list(list.slug), urls.author(author.username)],
].flatMap((page) => [urls.feed(page, 'xml'), urls.feed(page, 'json')]);
const catalogue = ['/new', '/top', '/tag/harbour', `/series/${series.slug}`, '/search?q=lamp'];

describe('hidden stories are in no feed and on no catalogue', () => {
  test('that is asked for with what a guest hides', async () => {
    for (const path of [...feeds, ...catalogue.flatMap((page) => [`/opds${page}`, `/opds/v2${page}`])]) {
      const address = `${path}${path.includes('?') ? '&' : '?'}hidden=${encodeURIComponent(text)}`;
      const { statusCode, body } = await app.inject({ url: address });
      assert.equal(statusCode, 200, path);
      assert.deepEqual(metIn(body), [], path);
    }
  });

  test('of a member', async () => {
    for (const { id } of all.slice(0, 60))
      await call(reader, 'POST', '/follows', { kind: 'story', id, mail: 'none' });
    await call(reader, 'POST', '/follows', { kind: 'tag', id: await tagId('harbour'), mail: 'none' });
    const { token } = (await call(reader, 'POST', '/feed-token', {})).body.data;
    const own = [feedUrls.privateFeed(token, 'xml'), feedUrls.privateFeed(token, 'json')];
    const places = [...catalogue, '/shelf/bookmarks', '/shelf/finished'];
    for (const path of [...own, ...places.map((page) => feedUrls.privateCatalogue(token) + page)]) {
      const { statusCode, body } = await app.inject({ url: path });
      assert.equal(statusCode, 200, path);
      assert.deepEqual(metIn(body), [], path);
      assert.match(body, /Harbour lights/, path);
    }
  });
});

describe('hidden stories are in no book', () => {
  const contents = async (path: string, headers: Record<string, string> = {}) => {
    const { statusCode, rawPayload } = await app.inject({ url: `${path}/book.epub`, headers });
    assert.equal(statusCode, 200, path);
    return [...(await epubFiles(rawPayload)).files.values()].join();
  };
  for (const path of [urls.series(series.slug), urls.list(list.slug)])
    test(path, async () => {
      const cookie = `hidden=${encodeURIComponent(text)}`;
      for (const headers of [{ cookie }, reader.headers]) {
        const book = await contents(path, headers);
        assert.deepEqual(metIn(book), []);
        assert.match(book, /Harbour lights/);
      }
      assert.notDeepEqual(metIn(await contents(path)), []);
    });
});

describe('hidden stories are in no message', () => {
  /** Taken when it is needed, because other files of the process may run before this one. */
  const soon = () => new Date(Date.now() + 2 * 60_000);
  const followers = [reader, another];
  /** The texts for a reader; the other one hides nothing. */
  type Texts = Record<'reader' | 'another', string>;

  async function mailsOf(kind: 'follow-news' | 'newsletter-letter'): Promise<Texts> {
    const mails = await db
      .selectFrom('outbox_mails')
      .select(['address', 'text_part', 'html_part'])
      .where('kind', '=', kind)
      .execute();
    assert.equal(mails.length, followers.length);
    const to = ({ username }: SignedInPerson) =>
      JSON.stringify(mails.filter(({ address }) => address === `${username}@example.org`));
    return { reader: to(reader), another: to(another) };
  }

  function assertLeftOut({ reader: own, another: others }: Texts): void {
    assert.deepEqual(metIn(own), []);
    assert.match(own, /Harbour lights/);
    assert.notDeepEqual(metIn(others), []);
  }

  before(async () => {
    await db.deleteFrom('follows').where('tag_id', 'is not', null).execute();
    // A notification names the latest few.
    await db
      .updateTable('chapters')
      .set({ published_at: new Date() })
      .where(
        'story_id',
        'in',
        hidden.map(({ id }) => id),
      )
      .execute();
    const since = new Date('2026-01-01');
    await db.updateTable('follows').set({ mail: 'now', mailed_from: since, mailed_until: since }).execute();
    for (const { headers } of followers) {
      const titles = await app.inject({
        ...{ method: 'PUT', url: '/api/follows/settings', headers, payload: { titles_in_mails: true } },
      });
      assert.equal(titles.statusCode, 200, titles.body);
    }
  });

  test('about what they follow', async () => {
    await mailFollowers(context, soon());
    assertLeftOut(await mailsOf('follow-news'));
  });

  test('on their devices', async () => {
    const endpoints = followers.map(({ username }) => `https://fcm.googleapis.com/${username}`);
    for (const [at, { headers }] of followers.entries()) {
      const payload = newPushBrowser(endpoints[at] ?? '').subscription;
      const answer = await app.inject({ method: 'POST', url: '/api/push/browsers', headers, payload });
      assert.equal(answer.statusCode, 200, answer.body);
    }
    await sql`insert into follow_mail_runs (mail, mailed_until) values ('browser', now() - interval '1 day')`.execute(
      db,
    );
    await notifyFollowers(context, soon());
    const { rows } = await sql<{ endpoint: string; notice: object }>`
      select endpoint, payload -> 'notice' as notice from graphile_worker._private_jobs
      join push_browsers on push_browsers.id = (payload ->> 'id')::bigint`.execute(db);
    const [own = '', others = ''] = endpoints.map((endpoint) =>
      JSON.stringify(rows.filter((row) => row.endpoint === endpoint)),
    );
    assertLeftOut({ reader: own, another: others });
  });

  test('of the newsletter', async () => {
    for (const { username } of followers)
      await db
        .insertInto('newsletter_subscribers')
        .values({
          ...{ email: `${username}@example.org`, token_hash: Buffer.from(username) },
          ...{ new_stories: true, featured_authors: true, weekly_updates: true },
          confirmed_at: new Date('2026-01-01'),
        })
        .execute();
    await composeIssue(context, soon());
    await runDueJobs(connectionString, context);
    assertLeftOut(await mailsOf('newsletter-letter'));
  });
});

async function tagId(name: string): Promise<number> {
  return (await call(undefined, 'GET', `/tags?name=${name}`)).body.data.tag.id;
}
