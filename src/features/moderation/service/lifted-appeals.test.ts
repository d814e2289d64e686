import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { installedPath } from '#platform/runtime/installation.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const { context } = await testDatabase();
const { db } = context;
const { author, moderator, second, call, caseOf, decide, hiddenStory } = await moderatedSite(context);
const migration = await readFile(
  installedPath('db/migrations/0124-answer-appeals-of-lifted-decisions.sql'),
  'utf8',
);

const latestDecision = async (of: typeof author) =>
  (await call(of, 'GET', '/accounts/decisions')).body.data.decisions[0];

async function appeal(of: typeof author): Promise<number> {
  const { id } = await latestDecision(of);
  const sent = await call(of, 'POST', `/accounts/decisions/${id}/appeal`, { words: 'Please look again.' });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  return id;
}

/** Leaves an appeal open, as an older release did. */
const reopen = (entryId: number) =>
  db
    .updateTable('appeals')
    .set({ answered_at: null, answer_id: null })
    .where('entry_id', '=', entryId)
    .execute();

test('an upgrade answers the appeals whose decision was lifted outside their case, and mails nobody', async () => {
  const lifted = await hiddenStory();
  const liftedEntry = await appeal(author);
  const restored = await decide(second, await caseOf(lifted, second), { action: 'restore' });
  const [lifting] = restored.body.data.entries;
  await reopen(liftedEntry);
  const standing = await hiddenStory();
  const standingEntry = await appeal(author);

  const writer = await signedIn(context, 'no-spammer');
  assert.equal(
    (await call(moderator, 'POST', `/moderation/accounts/${writer.id}/spam`, { reason: 'Links' })).status,
    200,
  );
  const back = await signedIn(context, writer.username);
  const spamEntry = await appeal(back);
  assert.equal((await call(second, 'DELETE', `/moderation/accounts/${writer.id}/spam`)).status, 200);
  await reopen(spamEntry);

  const mails = async () =>
    (await db.selectFrom('outbox_mails').select(sql<number>`count(*)::integer`.as('total')).execute())[0]
      ?.total;
  const before = await mails();
  assert.equal((await caseOf(lifted, second)).closed_at, null);
  await sql.raw(migration).execute(db);

  const rows = await db
    .selectFrom('appeals')
    .innerJoin('moderation_entries as answer', 'answer.id', 'appeals.answer_id')
    .select(['entry_id', 'answer.id', 'answer.action', 'answered_at', 'answer.happened_at'])
    .orderBy('entry_id')
    .execute();
  assert.deepEqual(
    rows.map(({ entry_id, action }) => [entry_id, action]),
    [
      [liftedEntry, 'restore'],
      [spamEntry, 'not-spam'],
    ],
  );
  assert.equal(rows[0]?.id, lifting.id);
  for (const { answered_at, happened_at } of rows) assert.deepEqual(answered_at, happened_at);
  assert.notEqual((await caseOf(lifted, second)).closed_at, null);
  assert.equal((await caseOf(standing, second)).closed_at, null);
  assert.equal((await caseOf(standing, second)).appeal_count, 1, `of entry ${standingEntry}`);
  assert.equal(await mails(), before);
});
