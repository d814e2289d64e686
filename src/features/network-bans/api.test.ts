import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { listenForInvalidation } from '#platform/database/cache-invalidation.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { PASSWORD } from '#tests/support/accounts-site.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import { networkBansOf, removeEndedBans } from './service/bans.ts';

const { context, connectionString } = await testDatabase({
  operator: {
    ...{ name: 'Night Press', address: [], email: 'desk@night.example', country: undefined },
    ...{ dmcaAgent: [], readsReplies: true },
  },
});
const { db } = context;
const { stories } = await fillExampleStories(context);
const bans = networkBansOf(context);
const cache = createResponseCache({ maxBytes: 2 ** 20, freshMilliseconds: 20_000 });
const app = await testServer(context, { bans, cache });
const request = await createRequester(app);
after(() => bans.stop());
const admin = await signedIn(context, 'ada-keeps', { role: 'admin' });
const reader = await signedIn(context, 'ben-reads');
const HOME = '198.51.100.7';

async function ban(range: string, scope: string, fields: object = {}) {
  const body = { range, scope, days: 7, note: 'A wave of spam.', ...fields };
  const answer = await request('POST /moderation/network-bans', { token: admin.token, body, from: HOME });
  await bans.reload();
  return answer;
}

async function end(id: number) {
  const answer = await request(`DELETE /moderation/network-bans/${id}`, { token: admin.token, from: HOME });
  await bans.reload();
  return answer;
}

let count = 0;

function register(from: string) {
  const username = `newcomer-${++count}`;
  const body = { username, email: `${username}@example.org`, password: PASSWORD };
  return request('POST /accounts/signup', { body, from });
}

const read = (from: string) => request(`GET /stories/${stories.ferry.id}`, { from });
const vote = (from: string) =>
  request(`POST /tracking/stories/${stories.ferry.id}/vote`, {
    token: reader.token,
    body: { vote_type: 'upvote' },
    from,
  });

const statusesFrom = async (from: string) => [
  (await register(from)).status,
  (await vote(from)).status,
  (await read(from)).status,
];

test('a ban refuses what it says, in its range alone, until it is ended', async () => {
  const table: [string, number[]][] = [
    ['sign-up', [403, 200, 200]],
    ['writing', [403, 403, 200]],
    ['everything', [403, 403, 403]],
  ];
  for (const [range, within, outside] of [
    ['203.0.113.64/26', '203.0.113.70', '203.0.113.7'],
    ['2001:db8:1200::/40', '2001:db8:12ff::1', '2001:db8:1300::1'],
  ] as const)
    for (const [scope, statuses] of table) {
      const added = await ban(range, scope);
      assert.equal(added.status, 201, added.text);
      assert.deepEqual(await statusesFrom(within), statuses, `${scope} of ${range}`);
      assert.deepEqual(await statusesFrom(outside), [201, 200, 200], `${scope} beside ${range}`);
      assert.equal((await end(added.data.id)).status, 200);
      assert.deepEqual(await statusesFrom(within), [201, 200, 200], `after ${scope} of ${range}`);
    }
});

test('the refusal says what is refused, and whom to write to', async () => {
  const { data } = await ban('203.0.113.0/24', 'everything');
  const refused = await read('203.0.113.9');
  assert.deepEqual([refused.status, refused.error?.code], [403, 'network_banned']);
  assert.match(refused.message ?? '', /Your network can’t use this site.* Write to desk@night\.example/);
  assert.ok(!refused.text.includes('spam'), 'the reason is for the staff');
  const page = await app.inject({ url: '/story/any', remoteAddress: '203.0.113.9' });
  assert.equal(page.statusCode, 403);
  assert.match(page.body, /Not from this network.*href="\/contact"/s);
  assert.equal((await request('GET /site', { from: '203.0.113.9' })).status, 200, 'the contact page loads');
  await end(data.id);
});

test('a network banned from writing can still log in, and anybody there can complain', async () => {
  const { data } = await ban('203.0.113.0/24', 'writing');
  const from = '203.0.113.9';
  const login = { username: 'nobody-here', password: PASSWORD };
  assert.equal((await request('POST /accounts/login', { body: login, from })).status, 401);
  const report = { url: `/story/${stories.ferry.slug}`, reason: 'Its tags promise another story.' };
  assert.equal((await request('POST /reports', { body: report, from })).status, 201);
  await end(data.id);
});

test('nobody bans their own network without confirming it', async () => {
  for (const range of ['198.51.100.0/24', '198.51.100.99', '198.51.0.0/16', '::ffff:198.51.100.0/120']) {
    const refused = await ban(range, 'everything');
    assert.deepEqual(
      [refused.status, Object.keys(refused.error?.fields ?? {})],
      [422, ['includes_own']],
      range,
    );
  }
  const added = await ban('198.51.100.99', 'everything', { includes_own: true });
  assert.equal(added.status, 201);
  await end(added.data.id);
});

test('a wrong range is refused with its field, and nothing else of it is stored', async () => {
  for (const range of [
    '',
    'example.org',
    '203.0.113.0/33',
    '0.0.0.0/0',
    '::/0',
    '::/64',
    '::ffff:0:0/96',
    '1',
    'a\u0000b',
  ]) {
    const refused = await ban(range, 'sign-up');
    assert.ok([400, 422].includes(refused.status), range);
    assert.deepEqual(Object.keys(refused.error?.fields ?? {}), ['range'], range);
  }
  assert.deepEqual(await db.selectFrom('network_bans').select('id').execute(), []);
});

test('a range is banned from the same thing once, until that ban ends', async () => {
  const former = await ban('203.0.113.0/24', 'writing');
  const { created_at, expires_at } = former.data;
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 7 * 86_400_000);
  await sql`update network_bans set expires_at = now() - interval '1 second'`.execute(db);
  assert.equal((await end(former.data.id)).status, 404, 'it has ended already');
  const { data } = await ban('203.0.113.0/24', 'writing');
  const refused = await ban('203.0.113.77/24', 'writing', { days: 30 });
  assert.deepEqual(
    [refused.status, refused.error?.fields],
    [422, { range: 'Range is already banned from this. End that ban first to change it' }],
  );
  const others = [await ban('203.0.113.0/24', 'sign-up'), await ban('203.0.113.0/25', 'writing')];
  assert.deepEqual(
    others.map(({ status }) => status),
    [201, 201],
  );
  const listed = await request('GET /moderation/network-bans', { token: admin.token, from: HOME });
  assert.deepEqual(
    listed.data.bans.map(({ id }: { id: number }) => id),
    [others[1]?.data.id, others[0]?.data.id, data.id],
  );
  await removeEndedBans(context);
  const left = await db.selectFrom('network_bans').select('id').execute();
  assert.equal(left.length, 3, 'the one that has ended is forgotten alone');
  await end(data.id);
  const atOnce = await Promise.all([1, 30].map((days) => ban('203.0.113.0/24', 'writing', { days })));
  assert.deepEqual(atOnce.map(({ status }) => status).sort(), [201, 422]);
  await db.deleteFrom('network_bans').execute();
  await bans.reload();
});

test('adding and ending a ban are logged without the network', async () => {
  const { data } = await ban('203.0.113.0/24', 'sign-up');
  await end(data.id);
  assert.equal((await end(data.id)).status, 404);
  const log = await request('GET /moderation/log?limit=2', { token: admin.token });
  assert.deepEqual(
    log.data.entries.map(({ action, actor_name }: Record<string, string>) => [action, actor_name]),
    [
      ['end-ban', admin.username],
      ['ban', admin.username],
    ],
  );
  assert.deepEqual(
    log.data.entries.map(({ note }: Record<string, string>) => note),
    [`Ban ${data.id}, sign-up.`, `Ban ${data.id}, sign-up, 7 days. A wave of spam.`],
  );
  assert.ok(!log.text.includes('203.0.113'));
});

test('a banned network reads no page by way of the folder of files', async () => {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  // A program that sends the path as it is, which neither browsers nor injected requests do.
  const send = async (path: string) => {
    const [response] = await once(get({ host: '127.0.0.1', port, path }), 'response');
    response.resume();
    return response.statusCode as number;
  };
  const { data } = await ban('127.0.0.0/24', 'everything');
  for (const way of ['', '/assets/..', '/assets/%2e%2e', '/assets/x/../..', '/assets/..\\..'])
    assert.equal(await send(`${way}/story/${stories.ferry.slug}`), 403, way);
  await end(data.id);
});

test('other processes learn of a ban by the database, and an ended one is forgotten', async () => {
  const elsewhere = networkBansOf(context);
  const [listening, reloaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const receiver = {
    purge: (tags: readonly string[]) => {
      if (tags.includes('network bans')) elsewhere.reload().then(reloaded.resolve, reloaded.reject);
    },
    clear: () => listening.resolve(),
  };
  const listener = listenForInvalidation(connectionString, [receiver], context.log);
  after(async () => {
    await listener.stop();
    elsewhere.stop();
  });
  await listening.promise;
  const { data } = await ban('203.0.113.0/24', 'sign-up');
  await reloaded.promise;
  assert.ok(elsewhere.refuse('sign-up', '::ffff:203.0.113.1') !== undefined);
  assert.ok(elsewhere.refuse('writing', '203.0.113.1') === undefined);
  await db
    .updateTable('network_bans')
    .set({ expires_at: new Date(0) })
    .where('id', '=', data.id)
    .execute();
  await bans.reload();
  assert.equal(bans.refuse('sign-up', '203.0.113.1'), undefined);
  await removeEndedBans(context);
  assert.deepEqual(await db.selectFrom('network_bans').select('id').execute(), []);
});
