import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deleteForGood } from '#tests/support/delete-for-good.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { bulkMessages } from '../contract/bulk.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { newcomerMessages } from '../contract/newcomers.ts';
import { moderationCrontab } from '../jobs.ts';
import { forgetBulkActions } from './scheduled-tasks.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { call, newStory, report, caseOf, author, reader, another, moderator, second, admin } = site;

const act = (body: object, by = moderator) =>
  call(by, 'POST', '/moderation/bulk', { note: 'One wave.', ...body });
const undo = (id: number, by = second) => call(by, 'POST', `/moderation/bulk/${id}/undo`, {});
const isSuspended = async (id: number) =>
  (await db.selectFrom('accounts').select('suspended_at').where('id', '=', id).executeTakeFirstOrThrow())
    .suspended_at !== null;
/** Whether a case is open, and whether it is so without a report. */
async function stateOf(id: number) {
  const { closed_at, by_hand_at } = await db
    .selectFrom('moderation_cases')
    .select(['closed_at', 'by_hand_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { isOpen: closed_at === null, isByHand: by_hand_at !== null };
}

test('cases are dismissed together as they were seen, and undoing opens them with their reports', async () => {
  const reported = async (by = author) => {
    const story = await newStory(by);
    await report(story, 'The tags promise another story');
    return { story, ...(await caseOf(story, second)) };
  };
  const [first, changed, deleted, own] = [
    await reported(),
    await reported(),
    await reported(),
    await reported(moderator),
  ];
  await report(changed.story, 'The tags promise another story', another);
  const found = await newStory(another);
  await call(second, 'POST', '/moderation/cases', { story: found.slug });
  const byHand = await caseOf(found, second);
  const rows = [first, changed, deleted, own, byHand].map(({ id, revision }) => ({ id, revision }));
  assert.equal(
    (await act({ action: 'dismiss', rows })).body.error.fields.rule,
    moderationMessages.ruleRequired,
  );
  const { data } = (await act({ action: 'dismiss', rule: 'tags', rows })).body;
  const dismissed = [first.id, deleted.id, byHand.id];
  assert.deepEqual(data.done, dismissed, JSON.stringify(data));
  assert.deepEqual(
    data.failed.map(({ message }: { message: string }) => message),
    [moderationMessages.caseChanged, moderationMessages.ownCase],
  );
  assert.deepEqual(
    [(await stateOf(first.id)).isOpen, (await stateOf(byHand.id)).isOpen, (await stateOf(changed.id)).isOpen],
    [false, false, true],
  );
  await deleteForGood(call, author, `/stories/${deleted.story.id}`);
  const undone = (await undo(data.bulk_id)).body.data;
  assert.deepEqual([undone.done, undone.failed], [dismissed, []]);
  assert.deepEqual(await stateOf(first.id), { isOpen: true, isByHand: false });
  assert.deepEqual(await stateOf(byHand.id), { isOpen: true, isByHand: true });
  assert.equal((await stateOf(deleted.id)).isOpen, false, 'nothing is left to decide about');
  const again = (await call(moderator, 'GET', `/moderation/cases/${first.id}`)).body.data;
  assert.deepEqual([again.closed_at, again.report_count, again.actions.includes('dismiss')], [null, 1, true]);
  assert.equal((await undo(data.bulk_id)).status, 404, 'nothing is left of it');
});

test('a grave case whose story was deleted is the same case again after its dismissal is undone', async () => {
  const story = await newStory();
  await report(story, 'One of them is sixteen years old');
  await deleteForGood(call, author, `/stories/${story.id}`);
  const { id, revision } = await caseOf(story);
  const { data } = (await act({ action: 'dismiss', rule: 'real-harm', rows: [{ id, revision }] })).body;
  assert.deepEqual(data.done, [id], JSON.stringify(data));
  assert.deepEqual((await undo(data.bulk_id)).body.data.done, [id]);
  const again = await caseOf(story);
  assert.deepEqual([again.id, again.closed_at, again.report_count], [id, null, 1]);
});

test('undoing a dismissal leaves what was reported again since to its newer case', async () => {
  const writer = await signedIn(context, 'kit-writes');
  const story = await newStory(writer);
  const fields = { title: 'Nights by the harbour', synopsis: '', visibility: 'public' };
  const list = (await call(writer, 'POST', '/shelves', fields)).body.data;
  const said = await call(writer, 'POST', `/stories/${story.id}/comments`, { content: 'More soon.' });
  const addresses = ['authors', 'stories', 'lists', 'comments'];
  const named = [writer.id, story.id, list.slug, said.body.data.id];
  const reportAll = async () => {
    for (const [at, address] of addresses.entries()) {
      const body = { reason: 'It promises another one' };
      const sent = await call(reader, 'POST', `/${address}/${named[at]}/report`, body);
      assert.equal(sent.status, 201, JSON.stringify(sent.body));
    }
  };
  const openCases = () =>
    db
      .selectFrom('moderation_cases')
      .select(['id', 'revision', 'report_count'])
      .where('closed_at', 'is', null)
      .where('author_id', '=', writer.id)
      .orderBy('id')
      .execute();
  await reportAll();
  const rows = (await openCases()).map(({ id, revision }) => ({ id, revision }));
  const { data } = (await act({ action: 'dismiss', rule: 'tags', rows })).body;
  assert.deepEqual(
    data.done,
    rows.map(({ id }) => id),
    JSON.stringify(data),
  );
  assert.equal(rows.length, 4);
  await reportAll();
  const newer = (await openCases()).map(({ id }) => [id, 1]);
  assert.equal((await undo(data.bulk_id)).body.data.done.length, 4);
  assert.deepEqual(
    (await openCases()).map(({ id, report_count }) => [id, report_count]),
    newer,
  );
});

test('suggestions about tags are accepted and rejected together, and wait again when that is undone', async () => {
  await newStory(author, ['harbour', 'haven', 'port', 'quay']);
  const propose = async (tag: string) =>
    (await call(author, 'POST', '/tags/proposals', { tag, canonical: 'harbour' })).body.data.id;
  const ids = [await propose('haven'), await propose('port')];
  const rejected = await propose('quay');
  const accepted = (await act({ action: 'accept-tags', rows: ids.map((id) => ({ id })) })).body.data;
  assert.deepEqual(accepted.done, ids, JSON.stringify(accepted));
  const refused = (await act({ action: 'reject-tags', rows: [{ id: rejected }, { id: ids[0] }] })).body.data;
  assert.deepEqual([refused.done, refused.failed.length], [[rejected], 1]);
  const inForce = async () =>
    (await sql`select from tag_changes where undone_at is null`.execute(db)).rows.length;
  assert.equal(await inForce(), 2);
  assert.equal((await undo(accepted.bulk_id)).body.data.done.length, 2);
  assert.equal((await undo(refused.bulk_id)).body.data.done.length, 1);
  assert.equal(await inForce(), 0);
  const open = (await call(second, 'GET', '/moderation/tag-proposals')).body.data.proposals;
  assert.deepEqual(open.map(({ id }: { id: number }) => id).sort(), [...ids, rejected].sort());
});

test('a moderator marks several accounts as spam in one press, each is logged, and a colleague undoes all', async () => {
  const story = await newStory(another);
  const rows = [reader, another, moderator, admin, { id: 999_999 }].map(({ id }) => ({ id }));
  const { status, body } = await act({ action: 'spam', rows });
  assert.equal(status, 200, JSON.stringify(body));
  const { bulk_id, done, failed } = body.data;
  assert.deepEqual(done, [reader.id, another.id]);
  assert.deepEqual(
    failed.map(({ message }: { message: string }) => message),
    [newcomerMessages.ownAccount, newcomerMessages.staff, newcomerMessages.accountNotFound],
  );
  assert.ok((await isSuspended(reader.id)) && (await isSuspended(another.id)));
  const { rows: logged } = await sql<{ note: string }>`select note from moderation_entries
    where action = 'spam' order by id`.execute(db);
  assert.deepEqual(
    logged.map(({ note }) => note),
    ['One wave.', 'One wave.'],
  );
  const { actions } = (await call(second, 'GET', '/moderation/bulk')).body.data;
  assert.deepEqual(
    [actions[0].id, actions[0].row_count, actions[0].actor_name],
    [bulk_id, 2, moderator.username],
  );

  // One of them was undone by hand meanwhile: that is told, and the rest is undone.
  await call(second, 'DELETE', `/moderation/accounts/${reader.id}/spam`);
  const undone = (await undo(bulk_id)).body.data;
  assert.deepEqual(
    [undone.done, undone.failed],
    [[another.id], [{ id: reader.id, message: newcomerMessages.notMarked }]],
  );
  assert.ok(!(await isSuspended(another.id)));
  assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 200);
  assert.equal((await undo(bulk_id)).body.data.done.length, 0);
});

test('a colleague undoes what a moderator did to several rows before leaving', async () => {
  const leaver = await signedIn(context, 'gus-leaves', { role: 'moderator' });
  const marked = await call(leaver, 'POST', '/moderation/bulk', {
    ...{ action: 'spam', note: 'All of them.', rows: [{ id: reader.id }, { id: another.id }] },
  });
  const { bulk_id, done } = marked.body.data;
  assert.deepEqual(done, [reader.id, another.id]);
  await db.deleteFrom('accounts').where('id', '=', leaver.id).execute();
  const { actions } = (await call(second, 'GET', '/moderation/bulk')).body.data;
  assert.deepEqual([actions[0].id, actions[0].row_count, actions[0].actor_name], [bulk_id, 2, null]);
  assert.deepEqual((await undo(bulk_id)).body.data.done, [reader.id, another.id]);
  assert.ok(!(await isSuspended(reader.id)) && !(await isSuspended(another.id)));
});

test('the note of a bulk action that nobody can undo any more is forgotten at night', async () => {
  const notes = async () =>
    (await db.selectFrom('bulk_actions').select('note').execute()).map((row) => row.note);
  await db.deleteFrom('bulk_actions').execute();
  await act({ action: 'spam', rows: [{ id: reader.id }], note: 'An old wave.' });
  await sql`update bulk_actions set created_at = now() - interval '25 hours'`.execute(db);
  await call(second, 'DELETE', `/moderation/accounts/${reader.id}/spam`);
  await act({ action: 'spam', rows: [{ id: reader.id }], note: 'A new wave.' });
  await call(second, 'DELETE', `/moderation/accounts/${reader.id}/spam`);
  assert.deepEqual(await notes(), ['An old wave.', 'A new wave.']);
  assert.match(moderationCrontab, /^\d+ \d+ \* \* \* forget-bulk-actions$/m);
  await forgetBulkActions(context);
  assert.deepEqual(await notes(), ['A new wave.']);
});

test('an action of yesterday is undone row by row, and wrong input is named', async () => {
  const { data } = (await act({ action: 'spam', rows: [{ id: reader.id }, { id: reader.id }] })).body;
  assert.deepEqual(data.done, [reader.id]);
  await sql`update bulk_actions set created_at = now() - interval '25 hours'`.execute(db);
  const late = await undo(data.bulk_id);
  assert.deepEqual([late.status, late.body.error.message], [404, bulkMessages.notFound]);
  assert.equal((await call(second, 'GET', '/moderation/bulk')).body.data.actions.length, 0);
  assert.equal((await call(second, 'DELETE', `/moderation/accounts/${reader.id}/spam`)).status, 200);
  assert.equal((await act({ action: 'spam', rows: [] })).body.error.fields.rows, bulkMessages.none);
  const many = Array.from({ length: 51 }, (_, id) => ({ id: id + 1 }));
  assert.equal((await act({ action: 'spam', rows: many })).body.error.fields.rows, bulkMessages.tooMany);
  const nothing = (await act({ action: 'spam', rows: [{ id: 999_999 }] })).body.data;
  assert.deepEqual([nothing.bulk_id, nothing.failed.length], [null, 1]);
});
