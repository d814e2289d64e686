import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';

const { context } = await testDatabase();
const { author, reader, moderator, call, newStory, mailsTo } = await moderatedSite(context);
const REASON = 'The third scene shows it at length.';

const read = async (path: string) => (await call(undefined, 'GET', path)).body.data;
const warn = (story: { id: number }, fields: object) =>
  call(moderator, 'POST', `/moderation/stories/${story.id}/warnings`, { note: REASON, ...fields });

test('staff add warnings that the author neither removes nor takes for their own, and lift them again', async () => {
  const story = await newStory();
  const path = `/stories/${story.id}`;
  const edit = (fields: object) =>
    call(author, 'PUT', path, { title: 'Harbour Lights', slug: story.slug, ...fields });
  assert.equal((await edit({ warnings: ['grief'] })).status, 200);
  const before = await read(path);
  const set = await warn(story, { warnings: ['horror', 'violence'] });
  assert.deepEqual([set.status, set.body.data], [200, { staff_warnings: ['violence', 'horror'] }]);
  const warned = await read(path);
  assert.deepEqual([warned.warnings, warned.staff_warnings], [['grief'], ['violence', 'horror']]);
  assert.equal(warned.updated_at, before.updated_at, 'no edit of the author conflicts with it');
  const without = async (name: string) => (await read(`/stories?not_warnings=${name}`)).stories;
  assert.ok((await without('death')).some(({ id }: { id: number }) => id === story.id));
  assert.ok(!(await without('horror')).some(({ id }: { id: number }) => id === story.id));
  assert.equal((await edit({ warnings: ['none'], expected_updated_at: before.updated_at })).status, 200);
  assert.deepEqual((await read(path)).staff_warnings, ['violence', 'horror']);
  assert.equal((await warn(story, { warnings: [] })).status, 200);
  const lifted = await read(path);
  assert.deepEqual([lifted.warnings, lifted.staff_warnings], [['none'], []]);
  const { entries } = (await call(moderator, 'GET', `/moderation/log?story_id=${story.id}`)).body.data;
  assert.deepEqual(
    entries.map((one: { action: string; passage: string; note: string }) => [
      one.action,
      one.passage,
      one.note,
    ]),
    [
      ['unwarn', 'Violence, Horror', REASON],
      ['warn', 'Violence, Horror', REASON],
    ],
  );
});

test('a warning of a chapter reaches its story, and the author hears of it once, without a title in the subject', async () => {
  const story = await newStory();
  const [chapter] = (await read(`/stories/${story.id}/chapters`)).chapters;
  const address = 'ada-writes@example.org';
  const earlier = (await mailsTo(address)).length;
  for (let times = 0; times < 2; times++)
    assert.equal((await warn(story, { chapter_id: chapter.id, warnings: ['death'] })).status, 200);
  assert.deepEqual((await read(`/stories/${story.id}`)).chapter_warnings, ['death']);
  const [mail, ...more] = (await mailsTo(address)).slice(earlier);
  assert.deepEqual(more, []);
  assert.ok(mail?.subject != null && mail.text_part !== null);
  assert.ok(!mail.subject.includes('Harbour'));
  assert.match(mail.text_part, /added content warnings to a chapter of your story “.*”: Death\./);
  assert.ok(mail.text_part.includes(REASON));
  assert.deepEqual(await wrongCounts(context), []);
});

test('only staff warn, with a reason, about what exists and is not their own', async () => {
  const story = await newStory();
  const path = `/moderation/stories/${story.id}/warnings`;
  const input = { warnings: ['death'], note: REASON };
  assert.equal((await call(reader, 'POST', path, input)).status, 404);
  assert.equal((await warn(story, { warnings: ['death'], note: ' ' })).status, 422);
  assert.equal((await warn(story, { warnings: ['none'] })).status, 422);
  assert.equal((await warn(story, { warnings: ['death'], chapter_id: 999_999 })).status, 404);
  assert.equal((await warn({ id: 999_999 }, input)).status, 404);
  const own = await newStory(moderator);
  assert.equal((await warn(own, input)).status, 403);
});
