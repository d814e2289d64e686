import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createMailSender } from '#tests/support/mail-sender.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import type { Connection } from '../database/database.ts';
import { jobs } from '../jobs/jobs.ts';
import { createOutbox } from './outbox.ts';

const database = await testDatabase({ mailCaps: true });
const { db, outbox } = database.context;
const { mailsTo } = createMailSender(database);

const note = { kind: 'delete-account' as const, subject: 'A note', text: 'Hello', html: '<p>Hello</p>' };
const post = (to: string, connection: Connection = db) => outbox.post(connection, to, () => note);
const isPlanned = (mail: { dropped_at: Date | null }) => mail.dropped_at === null;

async function jobsOf(mailId: number): Promise<{ run_at: Date }[]> {
  const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
    where task_identifier = 'send-mail' and key = ${`send-mail ${mailId}`}`.execute(db);
  return rows;
}

test('a reader who asks for something gets a mail at its turn, and knows beforehand when', async () => {
  let notifiedAt: Date | undefined;
  await outbox.post(db, 'Ada@Example.org', (sentAt) => {
    notifiedAt = sentAt;
    return { ...note, unsubscribe: { oneClickUrl: 'https://nightstand.test/u?t=1' } };
  });
  const [mail, ...more] = await mailsTo('ada@example.org');
  assert.deepEqual(more, []);
  assert.ok(mail);
  assert.equal(mail.address, 'Ada@Example.org');
  assert.equal(mail.unsubscribe_url, 'https://nightstand.test/u?t=1');
  assert.deepEqual([mail.subject, mail.text_part, mail.html_part], ['A note', 'Hello', '<p>Hello</p>']);
  assert.deepEqual(mail.send_at, notifiedAt);
  assert.deepEqual(await jobsOf(mail.id), [{ run_at: notifiedAt }]);
});

test('a transaction that is rolled back sends no mail', async () => {
  const undone = db.transaction().execute(async (transaction) => {
    await post('undone@example.org', transaction);
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  assert.deepEqual(await mailsTo('undone@example.org'), []);
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'send-mail'`.execute(
    db,
  );
  assert.equal(rows.length, 1, 'the one of the test before');
});

test('five hundred requests for one person plan five mails at most, whatever the case of the letters', async () => {
  for (let round = 0; round < 50; round += 1) {
    const spellings = ['Bob@example.org', 'bob@EXAMPLE.org'];
    await Promise.all(Array.from({ length: 10 }, (_, i) => post(spellings[i % 2] ?? '')));
  }
  const mails = await mailsTo('bob@example.org');
  assert.equal(mails.length, 500);
  const turns = mails.filter(isPlanned).map((mail) => mail.send_at.getTime());
  assert.equal(turns.length, 5);
  for (const [before, after, least] of [
    [0, 1, 60],
    [1, 2, 60],
    [0, 3, 3600],
    [3, 4, 60],
  ] as const) {
    assert.ok((turns[after] ?? 0) - (turns[before] ?? 0) >= least * 1000, `${before} ${after}`);
  }
  for (const mail of mails.filter((one) => !isPlanned(one)))
    assert.deepEqual(
      [mail.subject, mail.text_part, mail.html_part, mail.unsubscribe_url],
      [null, null, null, null],
    );
});

// Interface, Security, law, operations: Security and moderation notices are never counted, delayed or dropped
test('a person gets every notice at once, however many there are', async () => {
  for (let i = 0; i < 12; i += 1)
    await outbox.post(db, 'bob@example.org', () => ({ ...note, kind: 'password-changed' }));
  const notices = (await mailsTo('bob@example.org')).filter((mail) => mail.kind === 'password-changed');
  assert.equal(notices.filter(isPlanned).length, 12);
  for (const mail of notices) assert.ok(mail.send_at.getTime() - mail.created_at.getTime() < 30_000);
});

test('the day after, the same person is written to again', async () => {
  await db
    .updateTable('outbox_mails')
    .set({ send_at: sql<Date>`send_at - interval '25 hours'` })
    .where('address_key', '=', 'bob@example.org')
    .where('kind', '=', note.kind)
    .execute();
  const { isDropped } = await outbox.post(db, 'bob@example.org', () => note);
  assert.equal(isDropped, false);
});

test('a mail stamped by a clock that was a day ahead delays no mail once the clock is right', async () => {
  for (let i = 0; i < 3; i += 1) await post('ahead@example.org');
  await db
    .updateTable('outbox_mails')
    .set((eb) => ({
      created_at: sql<Date>`created_at + interval '1 day'`,
      send_at: sql<Date>`send_at + interval '1 day'`,
      try_at: eb.ref('send_at'),
    }))
    .where('address_key', '=', 'ahead@example.org')
    .execute();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  await post('ahead@example.org');
  await post('ahead@example.org');
  const after = (await mailsTo('ahead@example.org')).slice(3).map((mail) => mail.send_at.getTime());
  const passed = after.map((turn) => Math.floor((turn - (rows[0]?.now.getTime() ?? 0)) / 60_000));
  assert.deepEqual(passed, [0, 1], 'the second at its turn, a minute later');
});

test('one person’s mails do not make another wait', async () => {
  const addresses = ['c@example.org', 'd@example.org', 'e@example.org'];
  await Promise.all(addresses.map((to) => post(to)));
  const turns = (await Promise.all(addresses.map(mailsTo))).flat().map((mail) => mail.send_at.getTime());
  assert.equal(turns.length, 3);
  assert.ok(Math.max(...turns) - Math.min(...turns) < 60_000);
});

// Interface, Running: RATE_LIMITS=off lifts request limits, mail caps and publishing brakes
test('without limits everything goes out at once', async () => {
  const free = createOutbox({ jobs, log: database.context.log, caps: false });
  for (let i = 0; i < 7; i += 1) await free.post(db, 'load@example.org', () => note);
  const mails = await mailsTo('load@example.org');
  assert.equal(mails.filter(isPlanned).length, 7);
  const turns = mails.map((mail) => mail.send_at.getTime());
  assert.ok(Math.max(...turns) - Math.min(...turns) < 60_000);
});

const badAddresses = [
  ...['', 'nobody', '@example.org', 'a@', 'a@b@example.org', 'a b@example.org', ' a@example.org'],
  ...['a@example.org,b@example.org', 'a@example.org;b@example.org', 'a@example.org b@example.org'],
  ...['A <a@example.org>', '<a@example.org>', '"a"@example.org', 'a@example.org(x)', 'x: a@example.org;'],
  ...[
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org\nX: y',
    'a\0@example.org',
    'a@example.org\u2028b',
  ],
  ...['a@example.org\u202e', 'a\\@example.org', 'a@[127.0.0.1]', `${'a'.repeat(243)}@example.org`],
];
for (const address of badAddresses) {
  test(`nobody is written to at ${JSON.stringify(address.slice(0, 50))}`, async () => {
    await assert.rejects(post(address), /one checked address/);
  });
}

test('the longest address is 254 octets', async () => {
  const longest = `${'a'.repeat(242)}@example.org`;
  await post(longest);
  assert.equal((await mailsTo(longest)).length, 1);
});

test('a mail whose subject or address for unsubscribing could end its header is refused', async () => {
  for (const subject of ['', '  ', 'a\r\nBcc: b@example.org', 'a\nb', 'a\u2028b', 'a\u0085b']) {
    await assert.rejects(
      outbox.post(db, 'f@example.org', () => ({ ...note, subject })),
      /one line/,
    );
  }
  for (const oneClickUrl of [
    'x',
    'mailto:a@example.org',
    'https://a/>\r\nX: y',
    'https://a/> <https://b/',
    'https://a/ b',
  ]) {
    const unsubscribe = { oneClickUrl };
    await assert.rejects(
      outbox.post(db, 'f@example.org', () => ({ ...note, unsubscribe })),
      /is a URL/,
    );
  }
  assert.deepEqual(await mailsTo('f@example.org'), []);
});
