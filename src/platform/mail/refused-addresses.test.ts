import '../server-only.ts';
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { createMailSender } from '#tests/support/mail-sender.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { createDelivery } from './create-delivery.ts';
import type { MailKind } from './mail-kinds.ts';
import { layOutMail } from './mail-layout.ts';

const database = await testDatabase();
const { db, outbox, log } = database.context;
const { runDueJobs, passHours, mailsTo } = createMailSender(database);

const refusals = new Map<string, [number, string]>();
const server = await startMailServer({ toRecipient: (address) => refusals.get(address) });
const delivery = createDelivery(
  {
    smtpUrl: server.url,
    mailFrom: 'Nightstand <no-reply@nightstand.test>',
    replyTo: undefined,
    publicUrl: 'https://nightstand.test',
    dataDir: '/nowhere',
    nodeEnv: 'test',
  },
  log,
);
after(async () => {
  delivery.close();
  await server.stop();
});

beforeEach(async () => {
  refusals.clear();
  server.received.length = 0;
  await db.deleteFrom('refused_addresses').execute();
});

async function mail(to: string, kind: MailKind): Promise<{ isDropped: boolean }> {
  const posted = await outbox.post(db, to, () =>
    layOutMail({ kind, subject: 'A note', paragraphs: ['Good evening.'] }),
  );
  await runDueJobs(delivery);
  return posted;
}

const received = () => server.received.flatMap(({ to }) => to);

async function refused(): Promise<string[]> {
  const rows = await db.selectFrom('refused_addresses').select('address_key').execute();
  return rows.map(({ address_key }) => address_key);
}

const OPTIONAL = ['newsletter-letter', 'inbox-news', 'follow-news'] as const;

test('a closed mailbox gets no more news until it takes a mail that its owner asked for', async () => {
  refusals.set('Ada@example.org', [550, '5.1.1 no such mailbox']);
  assert.deepEqual(await mail('Ada@example.org', 'follow-news'), { isDropped: false });
  assert.deepEqual(await refused(), ['ada@example.org']);
  for (const kind of OPTIONAL) assert.deepEqual(await mail('ada@EXAMPLE.org', kind), { isDropped: true });
  for (const row of (await mailsTo('ada@example.org')).slice(1)) {
    assert.ok(row.dropped_at);
    assert.deepEqual([row.subject, row.tries], [null, 0], 'not even tried');
  }
  assert.deepEqual(await mail('Bea@example.org', 'follow-news'), { isDropped: false }, 'nobody else');

  refusals.clear();
  for (const kind of ['verify-email', 'reset-password', 'login-code', 'newsletter-confirm'] as const) {
    await db.deleteFrom('refused_addresses').execute();
    await db
      .insertInto('refused_addresses')
      .values({ address_key: 'ada@example.org', refused_at: new Date() })
      .execute();
    assert.deepEqual(await mail('Ada@example.org', kind), { isDropped: false });
    assert.deepEqual(await refused(), [], `${kind} has arrived`);
  }
  for (const kind of OPTIONAL) assert.deepEqual(await mail('Ada@example.org', kind), { isDropped: false });
  assert.equal(received().filter((to) => to === 'Ada@example.org').length, 7);
});

test('a mail server that refuses us, or refuses for now, marks no address', async () => {
  const answers: [number, string][] = [
    [550, '5.7.1 relaying denied'],
    [554, '5.7.0 blocked by policy'],
    [550, '5.1.8 sender has no domain'],
    [550, 'relay not permitted'],
    [530, 'Authentication required'],
    [451, '4.7.1 try again later'],
    [452, '4.2.2 mailbox full'],
  ];
  for (const [index, answer] of answers.entries()) {
    refusals.set(`policy-${index}@example.org`, answer);
    await mail(`policy-${index}@example.org`, 'follow-news');
  }
  assert.deepEqual(await refused(), []);
});

test('a mailbox that a server without extended codes does not know is marked', async () => {
  refusals.set('author@example.org', [550, '<author@example.org>: unknown user']);
  await mail('author@example.org', 'inbox-news');
  assert.deepEqual(await refused(), ['author@example.org']);
});

test('an address that anybody may have typed is not kept', async () => {
  refusals.set('typed@example.org', [550, '5.1.1 no such mailbox']);
  for (const kind of ['newsletter-confirm', 'reset-password', 'verify-email', 'confirm-email'] as const)
    await mail('typed@example.org', kind);
  assert.deepEqual(await refused(), []);
  await mail('typed@example.org', 'new-device');
  assert.deepEqual(await refused(), ['typed@example.org']);
});

test('an address is tried again after ninety days', async () => {
  const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
  await db
    .insertInto('refused_addresses')
    .values([
      { address_key: 'long-ago@example.org', refused_at: daysAgo(91) },
      { address_key: 'lately@example.org', refused_at: daysAgo(89) },
    ])
    .execute();
  await passHours();
  await runDueJobs(delivery);
  assert.deepEqual(await refused(), ['lately@example.org']);
  assert.deepEqual(await mail('long-ago@example.org', 'newsletter-letter'), { isDropped: false });
});
