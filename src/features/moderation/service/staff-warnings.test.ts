import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';

const { context } = await testDatabase();
const { author, reader, moderator, second, call, newStory, mailsTo, caseOf, decide } =
  await moderatedSite(context);
const REASON = 'The third scene shows it at length.';

const read = async (path: string) => (await call(undefined, 'GET', path)).body.data;
const warn = (story: { id: number }, fields: object, by = moderator) =>
  call(by, 'POST', `/moderation/stories/${story.id}/warnings`, { note: REASON, ...fields });

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

describe('an author whose story got a warning from staff', () => {
  const decisionsAbout = async ({ id }: { id: number }) =>
    (await call(author, 'GET', `/accounts/decisions?story_id=${id}`)).body.data.decisions;
  const appeal = (id: number) =>
    call(author, 'POST', `/accounts/decisions/${id}/appeal`, { words: 'Nobody dies: he only sleeps.' });

  test('appeals by the link of the mail; another moderator lifts exactly what was added, and the author is told', async () => {
    const story = await newStory();
    await call(author, 'PUT', `/stories/${story.id}`, {
      ...{ title: 'Harbour Lights', slug: story.slug, warnings: ['horror'] },
    });
    assert.equal((await warn(story, { warnings: ['violence'] })).status, 200);
    const chapter = { chapter_id: story.chapterId };
    assert.equal((await warn(story, { ...chapter, warnings: ['grief'] })).status, 200);
    assert.equal((await warn(story, { ...chapter, warnings: ['grief', 'death'] })).status, 200);
    const mail = (await mailsTo('ada-writes@example.org')).at(-1);
    const token = /appeal\?token=([\w.-]+)/.exec(mail?.text_part ?? '')?.[1] ?? '';
    assert.match(mail?.text_part ?? '', /You can appeal once/);
    const read = await call(undefined, 'GET', `/appeals/${token}`);
    assert.deepEqual(
      [read.body.data.action, read.body.data.passage, read.body.data.may_appeal],
      ['warn', 'Death: “One”', true],
    );
    const sent = await call(undefined, 'POST', `/appeals/${token}`, { words: 'He only sleeps.' });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));

    const open = await caseOf(story);
    assert.ok(open.appeal_count === 1 && !open.actions.includes('unwarn'), 'the same moderator');
    assert.equal((await decide(moderator, open, { action: 'unwarn' })).status, 403);
    const seen = await caseOf(story, second);
    assert.ok(['unwarn', 'uphold'].every((action) => seen.actions.includes(action)));
    // Restoring or hiding the story answers nothing about its warnings.
    assert.equal((await decide(second, seen, { action: 'hide' })).status, 200);
    assert.equal((await decide(second, await caseOf(story, second), { action: 'restore' })).status, 200);
    const lifted = await decide(second, await caseOf(story, second), { action: 'unwarn', passage: '' });
    assert.equal(lifted.status, 200, JSON.stringify(lifted.body));
    assert.ok(lifted.body.data.closed_at !== null);

    const after = (await call(undefined, 'GET', `/stories/${story.id}`)).body.data;
    assert.deepEqual(
      [after.warnings, after.staff_warnings, after.chapter_warnings],
      [['horror'], ['violence'], ['grief']],
    );
    const [answer, , , against] = await decisionsAbout(story);
    assert.deepEqual(
      [
        answer.action,
        answer.passage,
        answer.answers,
        against.id,
        against.is_in_force,
        against.appeal.is_answered,
      ],
      ['unwarn', 'Death: “One”', against.id, answer.answers, false, true],
    );
    const mailOfUndo = (await mailsTo('ada-writes@example.org')).at(-1);
    assert.match(
      mailOfUndo?.text_part ?? '',
      /has lifted content warnings from your story “.*”: Death: “One”\./,
    );
    assert.deepEqual(await wrongCounts(context), []);
  });

  test('keeps the warning when the appeal fails', async () => {
    const story = await newStory();
    await warn(story, { warnings: ['death'] });
    const [{ id }] = await decisionsAbout(story);
    assert.equal((await appeal(id)).status, 201);
    assert.equal((await appeal(id)).status, 409);
    const upheld = await decide(second, await caseOf(story, second), { action: 'uphold', passage: '' });
    assert.equal(upheld.status, 200);
    const after = (await call(undefined, 'GET', `/stories/${story.id}`)).body.data;
    assert.deepEqual(after.staff_warnings, ['death']);
    const [, decision] = await decisionsAbout(story);
    assert.deepEqual([decision.is_in_force, decision.may_appeal], [true, false]);
    // The same warning of one chapter does not take its place.
    await warn(story, { chapter_id: story.chapterId, warnings: ['death'] });
    const [ofChapter, , ofStory] = await decisionsAbout(story);
    assert.deepEqual([ofChapter.is_in_force, ofStory.id, ofStory.is_in_force], [true, id, true]);
  });

  test('has nothing to appeal once it is lifted, and lifting it answers an open appeal', async () => {
    const story = await newStory();
    await warn(story, { warnings: ['death', 'grief'] });
    const [{ id }] = await decisionsAbout(story);
    assert.equal((await appeal(id)).status, 201);
    await warn(story, { warnings: ['death'] });
    assert.equal((await caseOf(story, second)).appeal_count, 1, 'a part of it stands');
    assert.equal((await warn(story, { warnings: ['horror'] })).status, 403, 'the same moderator');
    assert.deepEqual((await decisionsAbout(story))[0].passage, 'Grief and loss');
    assert.equal((await warn(story, { warnings: ['horror'] }, second)).status, 200);
    assert.ok((await caseOf(story, second)).closed_at !== null);
    const decisions = await decisionsAbout(story);
    assert.deepEqual(
      decisions.map((one: Record<string, unknown>) => [one.action, one.passage, one.may_appeal]),
      [
        ['warn', 'Horror', true],
        ['unwarn', 'Death', false],
        ['unwarn', 'Grief and loss', false],
        ['warn', 'Death, Grief and loss', false],
      ],
    );
    const [, answer, , appealed] = decisions;
    assert.deepEqual([answer.answers, appealed.appeal.is_answered], [id, true]);
    // The same warning, given again, is a decision of its own.
    await warn(story, { warnings: ['death'] });
    const [latest] = await decisionsAbout(story);
    assert.deepEqual([latest.action, latest.may_appeal], ['warn', true]);
    const former = (await decisionsAbout(story)).find((one: { id: number }) => one.id === id);
    assert.equal(former.is_in_force, false);
  });
});
