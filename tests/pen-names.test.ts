import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { isDuplicate } from '#platform/database/database.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';

const { context } = await testDatabase();
const { db } = context;

// Interface, Identity: The default pen name has the account’s id
test('the default pen name follows its account', async () => {
  const { id } = await signedIn(context, 'mira');
  const changes = { display_name: 'Mira', bio: 'Ferries.', profile_public_at: new Date() };
  await db.updateTable('accounts').set(changes).where('id', '=', id).execute();
  const names = await db.selectFrom('pen_names').selectAll().where('account_id', '=', id).execute();
  assert.equal(names.length, 1);
  const { username, display_name, bio, profile_public_at, is_default } = names[0] ?? {};
  assert.deepEqual(
    { id: names[0]?.id, username, display_name, bio, profile_public_at, is_default },
    { id, username: 'mira', ...changes, is_default: true },
  );
});

const addName = (id: number, accountId: number, username: string) =>
  sql`insert into pen_names (id, account_id, username) values (${id}, ${accountId}, ${username})
    on conflict (username_key) do nothing`.execute(db);

// Interface, Identity: Pen names and accounts share one namespace
test('an account and a pen name never get the same username, even at the same moment', async () => {
  const { id } = await signedIn(context, 'anna');
  for (let round = 0; round < 20; round += 1) {
    const username = `Twice-${round}`;
    await Promise.all([
      addName(5_000_000_000_000 + round, id, username.toUpperCase()),
      db
        .insertInto('accounts')
        .values({ username, profile_picture_url: null })
        .onConflict((on) => on.column('username_key').doNothing())
        .execute(),
    ]);
    const { rows } = await sql`
      select from pen_names where username_key = ${username.toLowerCase()}
      union all select from accounts where username_key = ${username.toLowerCase()} and id not in (
        select account_id from pen_names where is_default)`.execute(db);
    assert.equal(rows.length, 1, username);
  }
});

test('a generated username is not replaced by that of a pen name', async () => {
  const { id } = await signedIn(context, 'boris');
  await addName(6_000_000_000_000, id, 'The-Other-Boris');
  const { id: other } = await signedIn(context, 'carla');
  const change = db.updateTable('accounts').set({ username: 'the-other-boris' }).where('id', '=', other);
  await assert.rejects(change.execute(), (error) => isDuplicate(error));
});

// Interface, Identity: A vote on one’s own story is stored and displayed, and never affects rankings
test('votes on one’s own story under another name never move rankings, and its reports reach the account', async () => {
  const { id } = await signedIn(context, 'dora');
  await sql`update accounts set created_at = now() - interval '3 days' where id = ${id}`.execute(db);
  await addName(7_000_000_000_000, id, 'Dora-Elsewhere');
  const story = await db
    .insertInto('stories')
    .values({ author_id: 7_000_000_000_000, title: 'Elsewhere', slug: 'elsewhere' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const moves = async (account: number) =>
    (await sql<{ moves: boolean }>`select moves_rankings(${account}, ${story.id}) as moves`.execute(db))
      .rows[0]?.moves;
  const stranger = await signedIn(context, 'edda');
  await sql`update accounts set created_at = now() - interval '3 days' where id = ${stranger.id}`.execute(db);
  assert.deepEqual([await moves(id), await moves(stranger.id)], [false, true]);

  await db
    .insertInto('reports')
    .values({
      reporter_id: stranger.id,
      author_id: 7_000_000_000_000,
      reason: 'A reason that is long enough.',
    })
    .execute();
  const [opened] = await db.selectFrom('moderation_cases').selectAll().where('author_id', '=', id).execute();
  assert.deepEqual([opened?.subject, opened?.subject_id, opened?.author_name], ['author', id, 'dora']);

  await db.deleteFrom('accounts').where('id', '=', id).execute();
  assert.deepEqual(await db.selectFrom('stories').select('id').where('id', '=', story.id).execute(), []);
});
