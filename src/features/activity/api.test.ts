import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deleteExpiredAccountData } from '#features/accounts/service/mailing.ts';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { ACTIVITY_DAYS, type ActivityEvent, MAX_LISTED_ACTIVITY } from './contract.ts';

const site = await accountsSite();
const { request, db, signIn, signUp } = site;

async function events({ token }: Pick<Person, 'token'>): Promise<ActivityEvent[]> {
  const { status, data, text } = await request('GET /accounts/activity', { token });
  assert.equal(status, 200, text);
  return data.events;
}

const kindsOf = async (person: Pick<Person, 'token'>) => (await events(person)).map(({ kind }) => kind);

test('an owner reads what happened on the account, and nobody else’s', async () => {
  const ada = await signUp('Ada');
  const bea = await signUp('Bea');
  await signIn('Ada', PASSWORD, '203.0.113.7');
  await request('POST /auth/logout-others', { token: ada.token, body: {} });
  await request('PUT /accounts/password', {
    token: ada.token,
    body: { old_password: PASSWORD, new_password: 'another quiet harbour' },
  });
  await request('PUT /accounts/email', {
    token: ada.token,
    body: { email: 'ada.2@example.org', password: 'another quiet harbour' },
  });
  const expected = [
    'email-change-asked',
    'password-changed',
    'sessions-ended',
    'signed-in-on-new-device',
    'signed-in',
  ];
  assert.deepEqual(await kindsOf(ada), expected);
  assert.deepEqual(await kindsOf(bea), ['signed-in']);
  const signedIn = (await events(ada)).find(({ kind }) => kind === 'signed-in-on-new-device');
  assert.equal(signedIn?.network, '203.0.113.x', 'the beginning of the address alone');
});

test('failed sign-ins are one row a day with their count; an unknown name leaves none', async () => {
  const cleo = await signUp('Cleo');
  for (const name of ['Cleo', 'cleo', 'Cleo', 'nobody-of-this-name']) await signIn(name, 'not it at all');
  const failed = (await events(cleo)).filter(({ kind }) => kind === 'sign-in-failed');
  assert.deepEqual(
    failed.map(({ count, device, network }) => [count, device, network]),
    [[3, null, null]],
  );
  const body = { username: 'Cleo', code: 'AAAAA-AAAAA' };
  assert.equal((await request('POST /auth/login-code', { body })).status, 401);
  assert.equal((await events(cleo)).find(({ kind }) => kind === 'sign-in-failed')?.count, 4, 'a mailed code');
  await sql`update account_activity set happened_at = happened_at - interval '1 day'
    where account_id = ${cleo.id} and kind = 'sign-in-failed'`.execute(db);
  await signIn('Cleo', 'not it at all');
  const counts = (await events(cleo))
    .filter(({ kind }) => kind === 'sign-in-failed')
    .map(({ count }) => count);
  assert.deepEqual(counts, [1, 4]);
});

test('factors, exports and sessions are in the log', async () => {
  const dora = await signUp('Dora');
  const { data } = await signIn('Dora', PASSWORD);
  const { sessions } = (await request('GET /accounts/sessions', { token: dora.token })).data;
  const other = sessions.find(({ is_current }: { is_current: boolean }) => !is_current);
  await request(`DELETE /accounts/sessions/${other.id}`, { token: dora.token, body: {} });
  await site.app.inject({
    url: '/api/accounts/export',
    headers: { authorization: `Bearer ${dora.token}` },
  });
  assert.ok(data.token);
  assert.deepEqual((await kindsOf(dora)).slice(0, 2), ['data-exported', 'sessions-ended']);
});

test('a session that ended because its token was copied is in the log, with its device and network', async () => {
  const fay = await signUp('Fay');
  const other = (await signIn('Fay', PASSWORD, '203.0.113.7')).data;
  const refresh = () => request('POST /auth/refresh', { body: { refreshToken: other.refreshToken } });
  assert.equal((await refresh()).status, 200);
  await sql`update refresh_tokens set replaced_at = replaced_at - interval '11 seconds'`.execute(db);
  assert.equal((await refresh()).status, 401);
  assert.equal((await refresh()).status, 401);
  const [latest, ...earlier] = await events(fay);
  assert.deepEqual([latest?.kind, latest?.network], ['token-reused', '203.0.113.x']);
  assert.ok(!earlier.some(({ kind }) => kind === 'token-reused'), 'once for each session');
});

test(`the latest ${MAX_LISTED_ACTIVITY} events are listed, those of one moment in their order`, async () => {
  const gwen = await signUp('Gwen');
  await sql`insert into account_activity (account_id, kind, count, happened_at)
    select ${gwen.id}, 'sessions-ended', n, now() + interval '1 second'
    from generate_series(1, ${MAX_LISTED_ACTIVITY + 1}::integer) as n`.execute(db);
  const listed = await events(gwen);
  assert.deepEqual(
    [listed.length, listed[0]?.count, listed.at(-1)?.count],
    [MAX_LISTED_ACTIVITY, MAX_LISTED_ACTIVITY + 1, 2],
  );
});

test(`an event is deleted after ${ACTIVITY_DAYS} days, and not before`, async () => {
  const edna = await signUp('Edna');
  await sql`update account_activity set happened_at = now() - make_interval(days => ${ACTIVITY_DAYS})
    where account_id = ${edna.id}`.execute(db);
  assert.deepEqual(await kindsOf(edna), []);
  const hugo = await signUp('Hugo');
  await sql`update account_activity set happened_at = now() - make_interval(days => ${ACTIVITY_DAYS - 1})
    where account_id = ${hugo.id}`.execute(db);
  await deleteExpiredAccountData(site.context);
  const rows = await db
    .selectFrom('account_activity')
    .select('id')
    .where('account_id', '=', edna.id)
    .execute();
  assert.deepEqual(rows, []);
  assert.deepEqual(await kindsOf(hugo), ['signed-in']);
});
