import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import type { Tag } from '../contract/tags.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const { call, newStory, author, another, moderator, reader } = await moderatedSite(context);

const wide = await newStory(author, ['sea', 'wide']);
await newStory(author, ['sea', 'narrow']);
await newStory(another, ['sea', 'harbour']);
const alone = await newStory(another, ['lighthouse']);
await call(moderator, 'POST', '/moderation/tag-changes', { tag: 'narrow', parent: 'wide' });
await call(moderator, 'POST', '/moderation/tag-changes', { tag: 'wide', parent: 'sea' });
await runDueJobs(connectionString, context);

const rows = await db.selectFrom('tags').select(['id', 'name']).execute();
const idOf = new Map(rows.map(({ id, name }) => [name, id]));

const LISTS = ['/search/tags?', '/search/tags?query=a&', '/search/tags/top?', '/frontpage/tags/all?'];

async function read(path: string, hidden: string, person?: typeof reader) {
  const { status, body } = await call(person, 'GET', `${path}hidden=${encodeURIComponent(hidden)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function counts(path: string, hidden: string): Promise<Record<string, number>> {
  const { tags } = await read(path, hidden);
  return Object.fromEntries(tags.map((tag: Tag) => [tag.name, tag.story_count]).sort());
}

test('nothing hidden: all tags, with their stories', async () => {
  assert.deepEqual(await counts('/search/tags?', ''), {
    ...{ harbour: 1, lighthouse: 1, narrow: 1, sea: 3, wide: 2 },
  });
});

test('a hidden tag takes the narrower ones with it, and their stories from all others', async () => {
  const hidden = `t=${idOf.get('wide')}`;
  for (const path of LISTS) {
    const { tags, hidden: leftOut, pagination } = await read(path, hidden);
    const names = tags.map(({ name }: Tag) => name);
    for (const name of ['wide', 'narrow']) assert.ok(!JSON.stringify(tags).includes(name), `${path} ${name}`);
    const narrow = path.includes('query') ? 1 : 2;
    assert.deepEqual(leftOut.by, [{ kind: 'tag', name: 'wide', count: narrow }], path);
    if (pagination !== undefined) assert.equal(pagination.total, names.length, path);
    if (names.includes('sea')) assert.equal(tags.find(({ name }: Tag) => name === 'sea').story_count, 1);
  }
});

test('a tag is in no list while all its stories are hidden, for whatever reason', async () => {
  for (const hidden of [`s=${alone.id}`, `a=${another.id}`])
    for (const path of LISTS)
      assert.ok(!('lighthouse' in (await counts(path, hidden))), `${path} without ${hidden}`);
  assert.deepEqual(await counts('/search/tags?', `a=${another.id}`), { narrow: 1, sea: 2, wide: 2 });
  await db
    .updateTable('stories')
    .set({ warnings: ['grief'] })
    .where('id', '=', wide.id)
    .execute();
  assert.deepEqual(await counts('/search/tags?', 'w=grief'), {
    ...{ harbour: 1, lighthouse: 1, narrow: 1, sea: 2, wide: 1 },
  });
});

test('a tag names no hidden one; a hidden tag that is asked for is answered', async () => {
  const hidden = `t=${idOf.get('narrow')}`;
  const { tag, hidden: leftOut } = await read('/tags?name=wide&', hidden);
  assert.deepEqual([tag.children, tag.story_count, leftOut.total], [[], 1, 1]);
  assert.ok(!(await read('/tags?name=sea&', hidden)).tag.related.includes('narrow'));
  assert.equal((await read('/tags?name=narrow&', hidden)).tag.name, 'narrow');
  assert.equal((await read('/tags?name=nobody-has-this&', hidden)).tag, null);
});

test('a decision about tags counts in the next list of a reader who hides one of them, and so does undoing it', async () => {
  const hidden = `t=${idOf.get('harbour')}`;
  const names = async () => Object.keys(await counts('/search/tags?', hidden));
  const everything = ['lighthouse', 'narrow', 'sea', 'wide'];
  assert.deepEqual(await names(), everything);
  const decision = { tag: 'lighthouse', parent: 'harbour' };
  const { body } = await call(moderator, 'POST', '/moderation/tag-changes', decision);
  assert.deepEqual(await names(), ['narrow', 'sea', 'wide']);
  await call(moderator, 'POST', `/moderation/tag-changes/${body.data.id}/undo`);
  assert.deepEqual(await names(), everything);
});

test('an account’s list applies, until everything is asked for', async () => {
  await call(reader, 'PUT', '/hidden', { tags: ['wide'] });
  const { tags } = await read('/search/tags?', '', reader);
  assert.deepEqual(tags.map(({ name }: Tag) => name).sort(), ['harbour', 'lighthouse', 'sea']);
  assert.equal((await read('/search/tags?show_hidden=true&', '', reader)).tags.length, 5);
  const suggested = await read('/search/suggestions?query=nar&', '', reader);
  assert.deepEqual(suggested.suggestions, []);
});
