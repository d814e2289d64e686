import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';
import { replaceStoryTags } from './tags.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { call, author, moderator, reader } = site;

async function change(input: { tag: string; canonical?: string; parent?: string; kind?: string }) {
  const { status, body } = await call(moderator, 'POST', '/moderation/tag-changes', input);
  assert.equal(status, 201, JSON.stringify(body));
  await runDueJobs(connectionString, context);
  return body.data.id as number;
}

async function undo(id: number): Promise<void> {
  const { status, body } = await call(moderator, 'POST', `/moderation/tag-changes/${id}/undo`, {});
  assert.equal(status, 200, JSON.stringify(body));
  await runDueJobs(connectionString, context);
}

async function refusal(input: object): Promise<Record<string, string>> {
  const { status, body } = await call(moderator, 'POST', '/moderation/tag-changes', input);
  assert.equal(status, 422, JSON.stringify(body));
  return body.error.fields;
}

/** The ids of the stories in a tag's list, as the site answers, oldest first. */
async function listed(tag: string): Promise<number[]> {
  const { body } = await call(undefined, 'GET', `/frontpage?sort=new&tag=${encodeURIComponent(tag)}`);
  assert.equal(body.data.pagination.total, body.data.stories.length);
  return body.data.stories.map(({ id }: { id: number }) => id).reverse();
}

async function tagOf(name: string) {
  const { status, body } = await call(undefined, 'GET', `/tags?name=${encodeURIComponent(name)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.tag;
}

/** Everything stored about tags and stories, without the record of decisions. */
async function stored() {
  const { rows } = await sql`
    select (select json_agg(json_build_array(id, canonical_id, kind, story_count) order by id) from tags) as tags,
      (select json_agg(tag_parents order by tag_id, parent_id) from tag_parents) as parents,
      (select json_agg(json_build_array(story_id, tag_id, position) order by story_id, tag_id) from story_tags) as rows,
      (select json_agg(json_build_array(story_id, head) order by story_id) from search_stories) as search`.execute(
    db,
  );
  return rows;
}

const newStory = (...tags: string[]) => site.newStory(author, tags);

beforeEach(async () => {
  await sql`update tag_changes set undone_at = now() where undone_at is null`.execute(db);
  await sql`select tags_derive_relations()`.execute(db);
  await db.deleteFrom('stories').execute();
});

describe('a synonym', () => {
  test('shows the stories of its canonical tag, which has them all', async () => {
    const slow = await newStory('slow burn');
    const slower = await newStory('slow-burning');
    await change({ tag: 'slow-burning', canonical: 'slow burn' });
    for (const name of ['slow burn', 'slow-burning', 'Slow Burning'])
      assert.deepEqual(await listed(name), [slow.id, slower.id], name);
    const { body } = await call(undefined, 'GET', '/search?tags=slow-burning');
    assert.equal(body.data.stories.length, 2);
    assert.deepEqual(await wrongCounts(context), []);
  });

  test('stays on its story, in the author’s words', async () => {
    const { id } = await newStory('slow-burning', 'sea');
    await change({ tag: 'slow-burning', canonical: 'sea' });
    const { body } = await call(undefined, 'GET', `/stories/${id}`);
    assert.deepEqual(
      body.data.tags.map(({ name }: { name: string }) => name),
      ['slow-burning', 'sea'],
    );
  });

  test('is in no list of tags, and is suggested as its canonical tag', async () => {
    await newStory('enemies to lovers');
    await newStory('rivals');
    const before = (await call(undefined, 'GET', '/search/tags')).body.data.pagination.total;
    await change({ tag: 'rivals', canonical: 'enemies to lovers' });
    const names = async (path: string) =>
      (await call(undefined, 'GET', path)).body.data.tags.map(({ name }: { name: string }) => name);
    const all = await call(undefined, 'GET', '/search/tags');
    assert.equal(all.body.data.pagination.total, before - 1);
    for (const path of ['/search/tags', '/search/tags/top', '/frontpage/tags/all'])
      assert.ok(!(await names(path)).includes('rivals'), path);
    assert.deepEqual(await names('/search/tags?query=riv'), ['enemies to lovers']);
    const { body } = await call(undefined, 'GET', '/search/suggestions?query=rival');
    assert.ok(body.data.suggestions.some(({ text }: { text: string }) => text === 'enemies to lovers'));
  });

  // Interface, Finding and avoiding: A tag has canonical, parents, children and kind
  test('says what it means', async () => {
    await newStory('ferry');
    await newStory('boats');
    await newStory('sea');
    await change({ tag: 'ferry', canonical: 'boats' });
    await change({ tag: 'boats', parent: 'sea' });
    const { canonical, is_synonym, parents } = await tagOf('Ferry');
    assert.deepEqual(
      { canonical, is_synonym, parents },
      { canonical: 'boats', is_synonym: true, parents: ['sea'] },
    );
    assert.deepEqual((await tagOf('sea')).children, ['boats']);
    assert.equal((await tagOf('sea')).kind, null);
    await change({ tag: 'sea', kind: 'setting' });
    assert.equal((await tagOf('sea')).kind, 'setting');
  });

  test('of a synonym means the last one', async () => {
    const story = await newStory('one');
    await newStory('two');
    await newStory('three');
    await change({ tag: 'one', canonical: 'two' });
    const second = await change({ tag: 'two', canonical: 'three' });
    assert.equal((await tagOf('one')).canonical, 'three');
    assert.ok((await listed('three')).includes(story.id));
    await undo(second);
    assert.equal((await tagOf('one')).canonical, 'two');
    assert.ok(!(await listed('three')).includes(story.id));
    assert.deepEqual(await wrongCounts(context), []);
  });
});

describe('a parent', () => {
  test('has the stories of its children in its list and in search', async () => {
    const slow = await newStory('slow burn');
    await newStory('romance');
    await newStory('love');
    await change({ tag: 'slow burn', parent: 'romance' });
    await change({ tag: 'romance', parent: 'love' });
    assert.ok((await listed('romance')).includes(slow.id));
    assert.ok((await listed('love')).includes(slow.id));
    const { body } = await call(undefined, 'GET', '/search?query=romance');
    assert.ok(body.data.stories.some(({ id }: { id: number }) => id === slow.id));
    const { body: without } = await call(undefined, 'GET', '/search?query=harbour%20-romance');
    assert.ok(!without.data.stories.some(({ id }: { id: number }) => id === slow.id));
    assert.deepEqual(await wrongCounts(context), []);
  });

  test('that is a story’s own tag too keeps its place there', async () => {
    const { id } = await newStory('slow burn', 'romance');
    const first = await change({ tag: 'slow burn', parent: 'romance' });
    assert.deepEqual(await listed('romance'), [id]);
    await undo(first);
    assert.deepEqual(await listed('romance'), [id]);
    const { body } = await call(undefined, 'GET', `/stories/${id}`);
    assert.equal(body.data.tags.length, 2);
  });

  test('loses a story whose author removes the child', async () => {
    const { id } = await newStory('slow burn', 'sea');
    await newStory('romance');
    await change({ tag: 'slow burn', parent: 'romance' });
    await db.transaction().execute((transaction) => replaceStoryTags(transaction, id, ['sea']));
    assert.ok(!(await listed('romance')).includes(id));
    assert.deepEqual(await wrongCounts(context), []);
  });

  test('counts a new story of its child at once, and forgets a deleted one', async () => {
    await newStory('slow burn');
    await newStory('romance');
    await change({ tag: 'slow burn', parent: 'romance' });
    const { id } = await newStory('slow burn');
    assert.ok((await listed('romance')).includes(id));
    await db.deleteFrom('stories').where('id', '=', id).execute();
    assert.equal((await tagOf('romance')).story_count, 2);
    assert.deepEqual(await wrongCounts(context), []);
  });

  test('is refused where it would go round in a circle, or too far', async () => {
    await newStory('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7');
    for (const n of [1, 2, 3, 4, 5]) await change({ tag: `a${n}`, parent: `a${n + 1}` });
    assert.deepEqual(Object.keys(await refusal({ tag: 'a3', parent: 'a1' })), ['parent']);
    assert.deepEqual(Object.keys(await refusal({ tag: 'a3', canonical: 'a1' })), ['canonical']);
    assert.deepEqual(Object.keys(await refusal({ tag: 'a6', parent: 'a7' })), ['parent']);
    assert.deepEqual(Object.keys(await refusal({ tag: 'a1', parent: 'a2' })), ['parent']);
    assert.deepEqual(Object.keys(await refusal({ tag: 'a1', canonical: 'A-1' })), ['canonical']);
    assert.deepEqual(Object.keys(await refusal({ tag: 'no such', parent: 'a1' })), ['tag']);
    assert.deepEqual(Object.keys(await refusal({ tag: 'a1', parent: 'no such' })), ['parent']);
    assert.deepEqual(Object.keys(await refusal({ tag: 'a1', parent: 'a7', kind: 'theme' })), ['parent']);
  });
});

describe('undoing', () => {
  test('a merge restores exactly what was before, whatever was merged', async () => {
    await newStory('hurt', 'comfort', 'sea');
    await newStory('hurt');
    await newStory('angst', 'sea');
    await newStory('pain');
    await newStory('drama');
    await change({ tag: 'pain', canonical: 'hurt' });
    await change({ tag: 'hurt', parent: 'drama' });
    await change({ tag: 'angst', parent: 'sea' });
    await change({ tag: 'hurt', kind: 'theme' });
    await change({ tag: 'comfort', parent: 'hurt' });
    const before = await stored();
    const merge = await change({ tag: 'hurt', canonical: 'angst' });
    assert.deepEqual((await tagOf('angst')).parents, ['drama', 'sea']);
    assert.deepEqual((await tagOf('angst')).children, ['comfort']);
    assert.equal((await tagOf('pain')).canonical, 'angst');
    assert.equal((await listed('angst')).length, 4);
    assert.deepEqual(await wrongCounts(context), []);
    await undo(merge);
    assert.deepEqual(await stored(), before);
    const again = await call(moderator, 'POST', `/moderation/tag-changes/${merge}/undo`, {});
    assert.equal(again.status, 409);
  });

  test('one of two changes keeps the other', async () => {
    await newStory('slow burn', 'ferry');
    await newStory('romance');
    const kind = await change({ tag: 'slow burn', kind: 'theme' });
    await change({ tag: 'slow burn', kind: 'genre' });
    await undo(kind);
    assert.equal((await tagOf('slow burn')).kind, 'genre');
    const merged = await change({ tag: 'ferry', canonical: 'slow burn' });
    await change({ tag: 'ferry', parent: 'romance' });
    assert.deepEqual((await tagOf('slow burn')).parents, ['romance']);
    await undo(merged);
    assert.deepEqual((await tagOf('ferry')).parents, []);
    assert.deepEqual((await tagOf('slow burn')).parents, ['romance']);
    assert.deepEqual(await wrongCounts(context), []);
  });
});

test('stories keep the tags that theirs imply while authors and moderators change both at once', async () => {
  const names = ['b1', 'b2', 'b3', 'b4'];
  const created = await Promise.all(names.map((name) => newStory(name)));
  const edits = created.flatMap(({ id }, n) =>
    [1, 2, 0].map((step) => async () => {
      await db.transaction().execute(async (transaction) => {
        await sql`select from stories where id = ${id} for update`.execute(transaction);
        await replaceStoryTags(transaction, id, [names[(n + step) % 4] ?? '', names[(n + 3) % 4] ?? '']);
      });
    }),
  );
  const decisions = [
    { tag: 'b1', canonical: 'b2' },
    { tag: 'b2', parent: 'b3' },
    { tag: 'b4', parent: 'b3' },
  ].map((input) => async () => {
    await call(moderator, 'POST', '/moderation/tag-changes', input);
  });
  await Promise.all(
    [...edits, ...decisions].map((step) => step()).concat(runDueJobs(connectionString, context)),
  );
  await runDueJobs(connectionString, context);
  assert.deepEqual(await wrongCounts(context), []);
  assert.equal((await tagOf('b3')).story_count, 4);
});

test('related tags are those of the same stories, apart from the tags above and below', async () => {
  await newStory('slow burn', 'sea', 'romance', 'very slow burn');
  await newStory('slow burn', 'sea');
  await newStory('harvest');
  await change({ tag: 'slow burn', parent: 'romance' });
  await change({ tag: 'very slow burn', parent: 'slow burn' });
  assert.deepEqual((await tagOf('slow burn')).related, ['sea']);
});

test('decisions are in the log, and members see no name of the staff', async () => {
  await newStory('slow burn');
  await newStory('romance');
  const proposed = await call(reader, 'POST', '/tags/proposals', { tag: 'slow burn', parent: 'romance' });
  const path = `/moderation/tag-proposals/${proposed.body.data.id}/decision`;
  const decided = await call(moderator, 'POST', path, { decision: 'accept', note: 'Yes.' });
  assert.equal(decided.status, 200, JSON.stringify(decided.body));
  assert.equal((await call(moderator, 'POST', path, { decision: 'reject' })).status, 409);
  const changes = await call(moderator, 'GET', '/moderation/tag-changes?tag=romance');
  await undo(changes.body.data.changes[0].id);
  const { body } = await call(moderator, 'GET', '/moderation/log');
  assert.deepEqual(
    body.data.entries.slice(0, 2).map(({ action, tag_name, tag_target, note }: Record<string, string>) => ({
      ...{ action, tag_name, tag_target, note },
    })),
    [
      { action: 'tag-undo', tag_name: 'slow burn', tag_target: 'romance', note: '' },
      { action: 'tag-parent', tag_name: 'slow burn', tag_target: 'romance', note: 'Yes.' },
    ],
  );
  const own = await call(reader, 'GET', '/tags/proposals');
  assert.equal(own.body.data.proposals[0].state, 'accepted');
  assert.ok(!JSON.stringify(own.body).includes(moderator.username));
});
