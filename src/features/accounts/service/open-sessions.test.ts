import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, deviceIn, PASSWORD, type Person } from '#tests/support/accounts-site.ts';

const site = await accountsSite();
const { request, db, signUp } = site;

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

function signInWith(
  person: Person,
  agent: string,
  from = '203.0.113.77',
  cookies: Record<string, string> = {},
) {
  const body = { username: person.username, password: person.password };
  return request('POST /accounts/login', { body, from, cookies, headers: { 'user-agent': agent } });
}

// Interface, Security, law, operations: GET /accounts/sessions lists data.sessions, and DELETE ends one
test('a reader sees each session with its device and the beginning of its network, and ends one', async () => {
  const ada = await signUp('Ada');
  const phone = (await signInWith(ada, SAFARI, '2001:db8:1:2::3')).data;
  const { data } = await request('GET /accounts/sessions', { token: ada.token });
  const [other, own] = data.sessions;
  assert.equal(data.sessions.length, 2);
  assert.deepEqual(
    [other.device, other.network, other.is_current],
    ['Safari on iPhone', '2001:db8:1:…', false],
  );
  assert.deepEqual([own.network, own.is_current], ['127.0.0.x', true]);
  for (const { seen_at } of data.sessions) assert.match(seen_at, /:00:00\.000Z$/, 'no finer than an hour');

  const ended = await request(`DELETE /accounts/sessions/${other.id}`, { token: ada.token });
  assert.equal(ended.status, 200);
  assert.ok(!(await site.isSignedIn(phone.token)) && (await site.isSignedIn(ada.token)));
  const renewed = await request('POST /auth/refresh', { body: { refreshToken: phone.refreshToken } });
  assert.equal(renewed.status, 401);
  const again = await request(`DELETE /accounts/sessions/${other.id}`, { token: ada.token });
  assert.deepEqual([again.status, again.error?.code], [404, 'not_found']);
});

test('nobody sees or ends the sessions of somebody else', async () => {
  const bea = await signUp('Bea');
  const cleo = await signUp('Cleo');
  const [own] = (await request('GET /accounts/sessions', { token: bea.token })).data.sessions;
  const { status } = await request(`DELETE /accounts/sessions/${own.id}`, { token: cleo.token });
  assert.equal(status, 404);
  assert.ok(await site.isSignedIn(bea.token));
});

test('a session is seen again when it is renewed, and one that is over is not listed', async () => {
  const dana = await signUp('Dana');
  await sql`update sessions set seen_at = now() - interval '3 days' where account_id = ${dana.id}`.execute(
    db,
  );
  const seenAt = async (token: string) =>
    new Date((await request('GET /accounts/sessions', { token })).data.sessions[0].seen_at).getTime();
  const before = await seenAt(dana.token);
  const { data } = await request('POST /auth/refresh', { body: { refreshToken: dana.refreshToken } });
  const after = await seenAt(data.token);
  assert.ok(after - before > 2 * 86_400_000, `${before} ${after}`);
  const second = (await signInWith(dana, FIREFOX)).data;
  await sql`update sessions set expires_at = now() where id = (select min(id) from sessions
    where account_id = ${dana.id})`.execute(db);
  const { sessions } = (await request('GET /accounts/sessions', { token: second.token })).data;
  assert.deepEqual(
    sessions.map(({ device }: { device: string }) => device),
    ['Firefox on Linux'],
  );
});

test('the database has no user agent and no whole network address', async () => {
  const eli = await signUp('Eli');
  await signInWith(eli, `${FIREFOX} secretly-unique/7`, '203.0.113.77');
  const { rows } = await sql<{ row: string }>`select s::text as row from sessions s
    where account_id = ${eli.id}`.execute(db);
  const all = rows.map(({ row }) => row).join('\n');
  assert.match(all, /Firefox on Linux/);
  assert.doesNotMatch(all, /Gecko|X11|143\.0|secretly|203\.0\.113\.7/);
});

test('an owner is told of a sign-in on a new device, once, and only at a verified address', async () => {
  const fay = await signUp('Fay');
  const toldOf = async () => (await site.mailsTo(fay.email)).filter(({ kind }) => kind === 'new-device');
  const known = deviceIn(await signInWith(fay, FIREFOX));
  assert.deepEqual(await toldOf(), [], 'the address may belong to somebody else');
  await site.verify(fay);
  assert.deepEqual(await toldOf(), [], 'nobody is told of the registration');

  await signInWith(fay, FIREFOX, '198.51.100.1', known);
  assert.deepEqual(await toldOf(), [], 'a known device is not new in another network');
  await signInWith(fay, SAFARI, '203.0.113.77');
  const [mail] = await toldOf();
  assert.match(mail?.text_part ?? '', /with Safari on iPhone, in the network 203\.0\.113\.x/);
  assert.doesNotMatch(mail?.subject ?? '', /story|read|night/i);
  await signInWith(fay, SAFARI, '203.0.113.78');
  assert.equal((await toldOf()).length, 1, 'a client without cookies is told of once');
  await signInWith(fay, SAFARI, '198.51.100.77');
  assert.equal((await toldOf()).length, 2, 'but not in another network');
});

test('a reset, which has a mail of its own, sends no second one about the device', async () => {
  const gus = await signUp('Gus');
  await site.verify(gus);
  await request('POST /auth/password-reset', { body: { email: gus.email } });
  const { token } = await site.linkTo(gus.email, 'reset-password');
  const body = { new_password: `${PASSWORD} again` };
  const { status } = await request(`POST /auth/password-reset/${token}`, { body, from: '198.51.100.9' });
  assert.equal(status, 200);
  const kinds = (await site.mailsTo(gus.email)).map(({ kind }) => kind);
  assert.ok(kinds.includes('password-changed') && !kinds.includes('new-device'), kinds.join());
});
