import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deleteForGood } from '#tests/support/delete-for-good.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { withholdComment, withholdingsOf, withholdList } from '../store/withholdings.ts';
import { removeOldEvidence } from './scheduled-tasks.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, reader, another, moderator, second, call, caseOf, decide, newStory, report } = site;

type Kept = { id: number; kind: string; title: string };

async function textsOf(found: { id: number; evidence: Kept[] }, kind: string): Promise<string[]> {
  const texts: string[] = [];
  for (const { id } of found.evidence.filter((one) => one.kind === kind)) {
    const { body } = await call(moderator, 'GET', `/moderation/cases/${found.id}/evidence/${id}`);
    texts.push(body.data.content);
  }
  return texts;
}

function edit(story: { id: number; chapterId: number }, content: string) {
  return call(author, 'PUT', `/stories/${story.id}/chapters/${story.chapterId}`, {
    title: 'One',
    content: `<p>${content}</p>`,
  });
}

test('a moderator sees what stood there when it was reported, whatever the author makes of it', async () => {
  const story = await newStory();
  await edit(story, 'What was reported.');
  await report(story, 'Chapter one breaks rule three');
  await edit(story, 'Something harmless.');
  await edit(story, 'Something else again.');
  await call(author, 'PUT', `/stories/${story.id}/synopsis`, { synopsis: 'Nothing to see.' });
  const caseDetails = await caseOf(story);
  assert.deepEqual(await textsOf(caseDetails, 'chapter'), ['<p>What was reported.</p>']);
  assert.deepEqual(await textsOf(caseDetails, 'story'), ['Two keepers of sixty share a lamp.']);

  // A later report refers to the text at that time.
  await report(story, 'Chapter one is bad in another way', another);
  await edit(story, 'And a third text.');
  assert.deepEqual(await textsOf(await caseOf(story), 'chapter'), [
    '<p>What was reported.</p>',
    '<p>Something else again.</p>',
  ]);
});

test('texts without reports, or with dismissed ones, leave no evidence', async () => {
  const story = await newStory();
  const before = await db.selectFrom('evidence').select('id').execute();
  await edit(story, 'A second text.');
  await report(story, 'I do not like chapter one');
  await decide(moderator, await caseOf(story), { action: 'dismiss' });
  await edit(story, 'A third text.');
  await deleteForGood(call, author, `/stories/${story.id}`);
  assert.deepEqual(await db.selectFrom('evidence').select('id').execute(), before);
});

test('the text of a removed story stays on record although its author changes or deletes it', async () => {
  const story = await newStory();
  await report(story, 'Chapter one breaks rule three');
  await decide(moderator, await caseOf(story), { action: 'remove' });
  await edit(story, 'Something harmless.');
  await deleteForGood(call, author, `/stories/${story.id}/chapters/${story.chapterId}`);
  await deleteForGood(call, author, `/stories/${story.id}`);
  const caseDetails = await caseOf(story);
  assert.deepEqual([caseDetails.story, caseDetails.story_title.startsWith('Harbour')], [null, true]);
  assert.deepEqual(await textsOf(caseDetails, 'chapter'), ['<p>The lamp was lit at eight.</p>']);
});

test('deleting the story or the account is no way out of a grave report', async () => {
  const person = await signedIn(context, 'kim-writes');
  const story = await newStory(person);
  await report(story, 'One of them is a minor, see chapter one');
  await deleteForGood(call, person, `/stories/${story.id}`);
  const caseDetails = await caseOf(story);
  assert.equal(caseDetails.closed_at, null);
  assert.ok(caseDetails.gone_at);
  assert.deepEqual(
    caseDetails.reports.map((one: { reason: string }) => one.reason),
    ['One of them is a minor, see chapter one'],
  );
  assert.deepEqual(await textsOf(caseDetails, 'chapter'), ['<p>The lamp was lit at eight.</p>']);
  assert.deepEqual(caseDetails.actions, ['dismiss', 'suspend']);

  await db.deleteFrom('accounts').where('id', '=', person.id).execute();
  const alone = await caseOf(story);
  assert.deepEqual([alone.author, alone.author_name, alone.actions], [null, 'kim-writes', ['dismiss']]);
  const settled = await decide(moderator, alone, { action: 'dismiss', rule: 'adults-only' });
  assert.equal(settled.status, 200);
  assert.ok(settled.body.data.closed_at);
});

test('a report that is not grave goes with its story, and the queue is done with it', async () => {
  const story = await newStory();
  await report(story, 'The tags promise a gothic tale');
  await deleteForGood(call, author, `/stories/${story.id}`);
  const caseDetails = await caseOf(story);
  assert.ok(caseDetails.closed_at);
  assert.deepEqual([caseDetails.reports, caseDetails.report_count], [[], 0]);
});

test('an author’s bio is kept as it was reported', async () => {
  const person = await signedIn(context, 'lou-writes');
  await call(person, 'PUT', '/accounts/profile', {
    bio: 'I am the real moderator.',
    profile_public: true,
  });
  await call(reader, 'POST', `/authors/${person.id}/report`, { reason: 'Poses as a moderator' });
  await call(person, 'PUT', '/accounts/profile', { bio: 'I write about boats.' });
  const { body } = await call(moderator, 'GET', '/moderation/cases?limit=100');
  const one = body.data.cases.find((each: { author_name: string }) => each.author_name === 'lou-writes');
  const caseDetails = (await call(moderator, 'GET', `/moderation/cases/${one.id}`)).body.data;
  assert.deepEqual(await textsOf(caseDetails, 'author'), ['I am the real moderator.']);
});

test('evidence is for moderators, in its own case, and not about themselves', async () => {
  const story = await newStory(moderator);
  await report(story, 'Chapter one breaks rule three');
  await call(moderator, 'PUT', `/stories/${story.id}/synopsis`, { synopsis: 'Changed.' });
  const caseDetails = await caseOf(story, second);
  const path = `/moderation/cases/${caseDetails.id}/evidence/${caseDetails.evidence[0].id}`;
  assert.equal((await call(second, 'GET', path)).status, 200);
  assert.equal((await call(moderator, 'GET', path)).status, 403);
  assert.equal((await call(author, 'GET', path)).status, 404);
  const other = await newStory();
  await report(other, 'Chapter one breaks rule three');
  const elsewhere = `/moderation/cases/${(await caseOf(other)).id}/evidence/${caseDetails.evidence[0].id}`;
  assert.equal((await call(second, 'GET', elsewhere)).status, 404);
});

test('it is forgotten a year after the case was closed, unless the story is still withheld', async () => {
  const [dismissed, removed] = [await newStory(), await newStory()];
  for (const story of [dismissed, removed]) {
    await report(story, 'Chapter one breaks rule three');
    await edit(story, 'Something harmless.');
  }
  await decide(moderator, await caseOf(dismissed), { action: 'dismiss' });
  await decide(moderator, await caseOf(removed), { action: 'remove' });
  const open = await newStory();
  await report(open, 'Chapter one breaks rule three');
  await edit(open, 'Something harmless.');
  await sql`update evidence set kept_at = kept_at - interval '400 days'`.execute(db);
  await sql`update moderation_cases set closed_at = closed_at - interval '400 days'`.execute(db);
  await removeOldEvidence(context);
  const counts = [dismissed, removed, open].map(async (story) => (await caseOf(story)).evidence.length);
  assert.deepEqual(await Promise.all(counts), [0, 1, 1]);
});

test('young evidence stays, as does that of a young case and of anything that is still withheld', async () => {
  const story = await site.hiddenStory();
  const list = { title: 'Nights', synopsis: '', visibility: 'public' };
  const listId = Number((await call(author, 'POST', '/shelves', list)).body.data.id);
  const words = { content: 'The lamp was out.' };
  const said = await call(reader, 'POST', `/stories/${(await newStory()).id}/comments`, words);
  const [{ entry_id } = { entry_id: 0 }] = await withholdingsOf(db, story.id);
  await withholdList(db, listId, entry_id);
  await withholdComment(db, said.body.data.id, entry_id);
  const [withheld, nothing] = [[story.id, listId, said.body.data.id], 999_999];
  type Row = readonly [subject: string, id: number, daysClosed: number, daysKept: number, isKept: boolean];
  const table: Row[] = [
    ['story', nothing, 400, 400, false],
    ['story', nothing, 400, 300, true],
    ['story', nothing, 300, 400, true],
    ...['story', 'list', 'comment'].map(
      (subject, at) => [subject, withheld[at] ?? 0, 400, 400, true] as const,
    ),
    // An account with the same number is not withheld with it.
    ...withheld.map((id) => ['author', id, 400, 400, false] as const),
  ];
  const ids: number[] = [];
  for (const [subject, id, daysClosed, daysKept] of table) {
    const { rows } = await sql<{ id: number }>`
      with about as (insert into moderation_cases (subject, subject_id, since, closed_at) values
        (${subject}, ${id}, now(), now() - make_interval(days => ${daysClosed}::integer)) returning id)
      insert into evidence (case_id, kind, source_id, title, content, kept_at)
      select id, 'story', 1, '', '', now() - make_interval(days => ${daysKept}::integer) from about
      returning id`.execute(db);
    ids.push(rows[0]?.id ?? 0);
  }
  await removeOldEvidence(context);
  const left = await db.selectFrom('evidence').select('id').where('id', 'in', ids).execute();
  assert.deepEqual(
    ids.map((id) => left.some((one) => one.id === id)),
    table.map(([, , , , isKept]) => isKept),
  );
});

test('a case shows the chapters that readers found, and no draft that nobody has read', async () => {
  const story = await newStory();
  const chapter = { content: '<p>The lamp was put out.</p>' };
  for (const fields of [{ title: 'Two' }, { title: 'Never shown', state: 'draft' }]) {
    const path = `/stories/${story.id}/chapters`;
    assert.equal((await call(author, 'POST', path, { ...chapter, ...fields })).status, 201);
  }
  await report(story, 'Chapter two breaks rule three');
  await call(author, 'PUT', `/stories/${story.id}/chapters/${story.chapterId}`, {
    ...{ title: 'One', state: 'draft', ...chapter },
  });
  const { chapters } = await caseOf(story);
  assert.deepEqual(
    chapters.map(({ title }: { title: string }) => title),
    ['One', 'Two'],
  );
});
