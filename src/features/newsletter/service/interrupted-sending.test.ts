import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { fillExampleStories } from '#tests/world.ts';
import { composeIssue, sendIssue } from './issues.ts';
import { subscriberToken } from './links.ts';

/** Sends an issue while the worker's connection to the database is cut repeatedly, at random points. */
const { context, connectionString } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);

const SUBSCRIBERS = 30;
const RUNS = Number(process.env.FAULT_ROUNDS ?? 8);
const DAY = 86_400_000;
const emails = Array.from({ length: SUBSCRIBERS }, (_, at) => `reader${at}@example.org`);

await db
  .updateTable('stories')
  .set({ listed_since: new Date(Date.now() - DAY) })
  .where('id', '=', stories.ferry.id)
  .execute();
await db
  .insertInto('newsletter_subscribers')
  .values(
    emails.map((email) => ({
      ...{ email, token_hash: hashOfToken(subscriberToken(context.signer, email)) },
      ...{ new_stories: true, featured_authors: true, weekly_updates: true },
      confirmed_at: new Date(Date.now() - DAY),
    })),
  )
  .execute();

// The trigger cuts the connection inside a transaction, after any of the rows that belong to one mail.
const VICTIM = 'killed-worker';
await sql`create function die_by_chance() returns trigger language plpgsql as $$ begin
  if current_setting('application_name') = ${sql.lit(VICTIM)} and random() < 0.02 then
    perform pg_terminate_backend(pg_backend_pid());
  end if;
  return null;
end $$`.execute(db);
for (const table of ['newsletter_deliveries', 'outbox_mails', 'graphile_worker._private_jobs'])
  await sql`create trigger die_by_chance after insert on ${sql.table(table)}
    for each row execute function die_by_chance()`.execute(db);

const log = createLogger({ level: 'silent' });

/**
 * Sends until a connection is cut, and then returns false. A second source of cuts acts from outside, between
 * transactions too.
 */
async function sendUntilCut(issueId: number): Promise<boolean> {
  const address = new URL(connectionString);
  address.searchParams.set('application_name', VICTIM);
  const database = openDatabase({ connectionString: address.href, size: 2, log });
  const worker: Context = { ...context, db: database.db, log };
  const killer = pause(Math.random() * 150).then(() =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${VICTIM}`.execute(
      db,
    ),
  );
  try {
    await sendIssue(worker, issueId);
    return true;
  } catch {
    return false;
  } finally {
    await killer;
    await database.close();
  }
}

/**
 * Sends one issue, restarting after each cut until done; returns the number of cuts and of each recipient's mails.
 */
async function sendThroughCuts(beforeEachTry: () => Promise<unknown>) {
  await db.deleteFrom('newsletter_issues').execute();
  await db.deleteFrom('outbox_mails').execute();
  await composeIssue(context, new Date());
  const { id } = await db.selectFrom('newsletter_issues').select('id').executeTakeFirstOrThrow();
  let cuts = 0;
  while (!(await sendUntilCut(id))) {
    cuts++;
    await beforeEachTry();
  }
  const rows = await db
    .selectFrom('outbox_mails')
    .select(['address', sql<number>`count(*)::integer`.as('mails')])
    .where('kind', '=', 'newsletter-letter')
    .groupBy('address')
    .execute();
  return { cuts, mailsTo: new Map(rows.map((row) => [row.address, row.mails])) };
}

test('each subscriber gets the newsletter exactly once, even if sending is interrupted', async () => {
  let cuts = 0;
  for (let run = 0; run < RUNS; run++) {
    const sent = await sendThroughCuts(async () => undefined);
    cuts += sent.cuts;
    assert.equal(sent.mailsTo.size, SUBSCRIBERS, `run ${run}: somebody got none`);
    for (const [address, mails] of sent.mailsTo) assert.equal(mails, 1, `run ${run}: ${address}`);
  }
  assert.ok(cuts >= RUNS, `only ${cuts} times broken off`);
});

test('without the note of whom it was posted to, the same cuts would bring some of them several', async () => {
  let doubles = 0;
  for (let run = 0; run < 5 && doubles === 0; run++) {
    const { mailsTo } = await sendThroughCuts(() => db.deleteFrom('newsletter_deliveries').execute());
    for (const mails of mailsTo.values()) doubles += mails - 1;
  }
  assert.ok(doubles > 0);
});

test('two workers at once bring nobody two', async () => {
  await db.deleteFrom('newsletter_issues').execute();
  await db.deleteFrom('outbox_mails').execute();
  await composeIssue(context, new Date());
  const { id } = await db.selectFrom('newsletter_issues').select('id').executeTakeFirstOrThrow();
  await Promise.all([sendIssue(context, id), sendIssue(context, id), sendIssue(context, id)]);
  const mails = await db.selectFrom('outbox_mails').select('address').execute();
  assert.deepEqual(mails.map((mail) => mail.address).sort(), emails.toSorted());
});
