import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '#app/api.ts';
import { addressOf } from '#base/contract.ts';
import { addStory } from '#tests/support/add-story.ts';
import { moderatedSite } from './support/moderated-site.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/**
 * Ids can be enumerated, so a story that is not public answers to its id exactly like one that does not
 * exist. A new call about a story is among these as soon as it is declared.
 */

const { context } = await testDatabase();
const app = await testServer(context);
const site = await moderatedSite(context);
const { author, reader, moderator, call } = site;

const created = await addStory(context.db, {
  author_id: author.id,
  title: 'Not Yet',
  synopsis: '',
  tags: [],
});
assert.ok(created.ok);
const unfinished = created.data;
const hidden = await site.newStory();
await site.report(hidden, 'It breaks a rule of the house');
const decided = await site.decide(moderator, await site.caseOf(hidden), { action: 'hide' });
assert.equal(decided.status, 200);

const calls = api
  .map(({ call }) => call)
  .filter(({ path }) => /^(?:\/tracking)?\/stories\/\{id\}/.test(path));

const body = {
  ...{ title: 'Changed', slug: 'changed', content: '<p>Changed.</p>', synopsis: 'Changed.' },
  ...{ vote_type: 'upvote', user_agent: 'x', shared_platform: 'copy', reason: 'It breaks a rule.' },
  ...{ chapter_id: hidden.chapterId, read_time_seconds: 10, completed: false },
  ...{ chapter_ids: [hidden.chapterId], chapters: [{ id: hidden.chapterId }] },
};

type Person = typeof reader | undefined;

async function requestCall(
  call: (typeof calls)[number],
  id: string | number,
  person: Person,
  chapterId = hidden.chapterId,
) {
  const { path } = addressOf(call, { id: String(id), chapterId: String(chapterId), versionId: '1' });
  const response = await app.inject({
    method: call.method,
    url: `/api${path}${call.name === 'exportStory' ? '?format=json' : ''}`,
    headers: person?.headers ?? {},
    ...(call.method === 'GET' || call.method === 'DELETE' ? {} : { payload: body }),
  });
  return { status: response.statusCode, bytes: response.payload };
}

const UNKNOWN = 999_999;

// Interface, Stories and chapters: A public story without chapters is found by slug by everyone, by number by its author alone
test('enumerating ids reveals no unfinished or withheld story', async () => {
  assert.ok(calls.length > 20);
  for (const call of calls) {
    for (const [id, person] of [
      [unfinished.id, undefined],
      [unfinished.id, reader],
      [unfinished.id, moderator],
      [hidden.id, undefined],
      [hidden.id, reader],
    ] as const) {
      const answer = await requestCall(call, id, person);
      const who = `${call.name} of ${id} by ${person?.username ?? 'nobody'}`;
      assert.deepEqual(answer, await requestCall(call, UNKNOWN, person), who);
      assert.equal(answer.status, person === undefined && call.access === 'signed-in' ? 401 : 404, who);
    }
  }
  const states = (ids: string, person: Person) => call(person, 'GET', `/tracking/stories/state?ids=${ids}`);
  const ids = `${unfinished.id},${hidden.id},${UNKNOWN}`;
  assert.deepEqual((await states(ids, reader)).body.data.states, []);
  assert.equal((await states(ids, author)).body.data.states.length, 1);
});

// Interface, Stories and chapters: A public story without chapters is found by slug by everyone, by number by its author alone
test('an author opens their unfinished story by its id, and others by its slug only', async () => {
  for (const [address, person] of [
    [unfinished.id, author],
    [unfinished.slug, author],
    [unfinished.slug, reader],
    [unfinished.slug, undefined],
  ] as const) {
    for (const path of ['', '/chapters', '/related']) {
      assert.equal(
        (await call(person, 'GET', `/stories/${address}${path}`)).status,
        200,
        `${address}${path}`,
      );
    }
    const result = await call(person, 'GET', `/stories?slug=${unfinished.slug}`);
    assert.equal(result.body.data.pagination.total, 1);
    const view = await call(person, 'POST', `/tracking/stories/${address}/view`, { user_agent: 'x' });
    assert.equal(view.status, 200);
  }
  for (const [address, person] of [
    [unfinished.id, author],
    [unfinished.slug, reader],
  ] as const) {
    const vote = await call(person, 'POST', `/tracking/stories/${address}/vote`, { vote_type: 'upvote' });
    assert.equal(vote.status, 200);
    assert.equal((await call(person, 'POST', `/tracking/stories/${address}/bookmark`)).status, 200);
    const [state] = (await call(person, 'GET', `/tracking/stories/state?ids=${address}`)).body.data.states;
    assert.deepEqual([state.story_id, state.voteStatus, state.isBookmarked], [unfinished.id, 'upvote', true]);
  }
});

test('a story is public by its id while it has a chapter', async () => {
  const path = `/stories/${unfinished.id}`;
  assert.equal((await call(undefined, 'GET', path)).status, 404);
  const added = await call(author, 'POST', `${path}/chapters`, {
    title: 'One',
    content: '<p>It begins.</p>',
  });
  assert.equal(added.status, 201);
  assert.equal((await call(undefined, 'GET', path)).status, 200);
  assert.equal((await call(author, 'DELETE', `${path}/chapters/${added.body.data.id}`)).status, 200);
  assert.equal((await call(undefined, 'GET', path)).status, 404);
});

// Interface, Stories and chapters: Every call on /stories/{id} takes a slug
test('every call about a story takes its slug as well as its id', async () => {
  const story = await site.newStory();
  const outcome = async (call: (typeof calls)[number], id: string | number) => {
    const { status, bytes } = await requestCall(call, id, author, story.chapterId);
    return `${status} ${status < 400 ? '' : JSON.parse(bytes).message}`;
  };
  // An edit changes the slug, and a deletion ends the story.
  const repeatable = calls.filter(({ method, name }) => method !== 'DELETE' && name !== 'editStory');
  assert.ok(repeatable.length > 20);
  for (const one of repeatable) {
    const bySlug = await outcome(one, story.slug);
    assert.equal(bySlug, await outcome(one, story.id), one.name);
    assert.ok(!bySlug.endsWith('Story not found'), one.name);
  }
  const edit = { title: 'By Slug', slug: story.slug };
  assert.equal((await call(author, 'PUT', `/stories/${story.slug}`, edit)).body.data.id, story.id);
  for (const path of [`/chapters/${story.chapterId}`, '/secret-link', ''])
    assert.equal((await call(author, 'DELETE', `/stories/${story.slug}${path}`)).status, 200, path);
  assert.equal((await call(author, 'GET', `/stories/${story.id}`)).status, 404);
});
