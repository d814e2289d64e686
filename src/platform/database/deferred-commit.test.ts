import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '#tests/support/test-database.ts';
import type { Connection } from './database.ts';
import { deferCommit } from './deferred-commit.ts';

const { context } = await testDatabase();
const { db } = context;
await sql`create table scribbles (note text)`.execute(db);

const write = (connection: Connection, note: string) =>
  sql`insert into scribbles values (${note})`.execute(connection);

async function scribbles(): Promise<string[]> {
  const { rows } = await sql<{ note: string }>`delete from scribbles returning note`.execute(db);
  return rows.map(({ note }) => note).sort();
}

test('transactions one after the other are committed together, with the last change', async () => {
  const deferred = deferCommit(db);
  await deferred.db.transaction().execute((transaction) => write(transaction, 'first'));
  await deferred.db.transaction().execute((transaction) => write(transaction, 'second'));
  await write(deferred.db, 'between');
  assert.deepEqual(await scribbles(), [], 'nothing is to be seen before the commit');
  await deferred.commit(async (connection) => void (await write(connection, 'last')));
  assert.deepEqual(await scribbles(), ['between', 'first', 'last', 'second']);
});

test('a transaction that fails after another one is undone alone', async () => {
  const deferred = deferCommit(db);
  await deferred.db.transaction().execute((transaction) => write(transaction, 'kept'));
  const failing = deferred.db.transaction().execute(async (transaction) => {
    await write(transaction, 'undone');
    await sql`select 1 / 0`.execute(transaction);
  });
  await assert.rejects(failing, /division by zero/);
  await deferred.commit(async () => {});
  assert.deepEqual(await scribbles(), ['kept']);
});

test('nothing is kept when the last change fails, or when the work is rolled back', async () => {
  const failing = deferCommit(db);
  await failing.db.transaction().execute((transaction) => write(transaction, 'undone'));
  const commit = failing.commit(async (connection) => void (await sql`select 1 / 0`.execute(connection)));
  await assert.rejects(commit, /division by zero/);
  const rolledBack = deferCommit(db);
  await rolledBack.db.transaction().execute((transaction) => write(transaction, 'undone'));
  await rolledBack.rollback();
  await rolledBack.rollback();
  assert.deepEqual(await scribbles(), []);
});

test('a second transaction at the same time is refused, and the first one can’t write after the end', async () => {
  for (const hasBegun of [false, true]) {
    const deferred = deferCommit(db);
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = deferred.db.transaction().execute(async (transaction) => {
      await write(transaction, 'first');
      begun.resolve();
      await ended.promise;
      await write(transaction, 'late');
    });
    first.catch(() => undefined);
    if (hasBegun) await begun.promise;
    const second = deferred.db.transaction().execute((transaction) => write(transaction, 'second'));
    await assert.rejects(second, /second transaction before its first one ended/);
    await deferred.rollback();
    ended.resolve();
    await assert.rejects(first);
  }
  assert.deepEqual(await scribbles(), []);
  assert.equal(context.pool.totalCount, context.pool.idleCount, 'no connection is left in a transaction');
});

test('work whose transaction is still under way can’t be committed', async () => {
  const deferred = deferCommit(db);
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const forgotten = deferred.db.transaction().execute(async (transaction) => {
    begun.resolve();
    await ended.promise;
    await write(transaction, 'forgotten');
  });
  forgotten.catch(() => undefined);
  await begun.promise;
  await assert.rejects(
    deferred.commit(async () => {}),
    /ended before its transaction did/,
  );
  ended.resolve();
  await assert.rejects(forgotten);
  assert.deepEqual(await scribbles(), []);
});
