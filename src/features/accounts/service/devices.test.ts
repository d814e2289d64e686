import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, deviceIn, PASSWORD } from '#tests/support/accounts-site.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { testServer } from '#tests/support/test-server.ts';
import { MAX_KNOWN_DEVICES } from '../store/devices.ts';
import { deviceOf, isKnownDevice } from './devices.ts';

const site = await accountsSite();
const { request, db, context, signIn } = site;

const register = (username: string, cookies: Record<string, string> = {}) =>
  request('POST /accounts/signup', {
    body: { username, email: `${username.toLowerCase()}@example.org`, password: PASSWORD },
    cookies,
  });

const isKnown = (id: number, cookies: Record<string, string>) =>
  isKnownDevice(context, id, deviceOf(context, cookies));

const rowsOf = (accountId: number) =>
  db.selectFrom('known_devices').selectAll().where('account_id', '=', accountId).execute();

test('the device cookie is HttpOnly, limited to the account calls, and identifies no account', async () => {
  const registered = await register('Ada-L');
  const lines = registered.headers['set-cookie'] as string[];
  assert.deepEqual(
    lines.map((line) => line.replace(/=[\w-]{43}\.[\w-]{43};/, '=…;')),
    ['/api/accounts', '/api/auth'].map(
      (path) => `__Secure-device=…; Max-Age=15552000; Path=${path}; HttpOnly; Secure; SameSite=Lax`,
    ),
  );
  const device = deviceIn(registered);
  assert.ok(await isKnown(registered.data.user.id, device));
  // Every sign-in sets the same device name, whichever account signs in.
  assert.deepEqual(deviceIn(await signIn('Ada-L', PASSWORD, undefined, device)), device);
  const second = await register('Bea-M', device);
  assert.deepEqual(deviceIn(second), device);
  assert.ok(await isKnown(registered.data.user.id, device), 'both accounts are known there');
  assert.ok(await isKnown(second.data.user.id, device));
  assert.ok(!(await isKnown(0, device)));
  const rows = [...(await rowsOf(registered.data.user.id)), ...(await rowsOf(second.data.user.id))];
  assert.equal(rows.length, 2);
  const name = Object.values(device)[0]?.split('.')[0] ?? '';
  assert.ok(!JSON.stringify(rows.map(({ hash }) => hash.toString('base64url'))).includes(name));
});

test('a wrong password or a request for a mail does not make a device known', async () => {
  const { data } = await register('Careful');
  for (const answer of [
    await signIn('Careful', 'not the password'),
    await signIn('nobody-here', PASSWORD),
    await request('POST /auth/password-reset', { body: { email: 'careful@example.org' } }),
  ])
    assert.equal(answer.headers['set-cookie'], undefined);
  const response = await request('POST /auth/login-code', { body: { username: 'Careful' } });
  assert.match(String(response.headers['set-cookie']), /Max-Age=1800;/, 'a name for half an hour');
  assert.ok(!(await isKnown(data.user.id, deviceIn(response))));
});

test('an account has at most ten known devices, each for at most 180 days', async () => {
  const first = await register('Many-screens');
  const { id } = first.data.user;
  const devices = [deviceIn(first)];
  for (let i = 1; i < MAX_KNOWN_DEVICES + 2; i++)
    devices.push(deviceIn(await signIn('Many-screens', PASSWORD)));
  assert.equal((await rowsOf(id)).length, MAX_KNOWN_DEVICES);
  assert.ok(!(await isKnown(id, devices[0] ?? {})) && (await isKnown(id, devices.at(-1) ?? {})));
  await sql`update known_devices set seen_at = now() - interval '180 days' where account_id = ${id}`.execute(
    db,
  );
  assert.ok(!(await isKnown(id, devices.at(-1) ?? {})));
  await context.jobs.enqueue(db, 'clean-accounts', {});
  await site.runJobs();
  assert.equal((await rowsOf(id)).length, 0);
});

test('a new password makes all other devices unknown', async () => {
  const current = await register('Starts-anew');
  const { id } = current.data.user;
  const other = await signIn('Starts-anew', PASSWORD);
  const { token } = current.data;
  const body = { old_password: PASSWORD, new_password: 'ten quiet harbours' };
  await request('PUT /accounts/password', { token, body, cookies: deviceIn(current) });
  assert.ok((await isKnown(id, deviceIn(current))) && !(await isKnown(id, deviceIn(other))));

  await request('POST /auth/password-reset', { body: { email: 'starts-anew@example.org' } });
  const link = (await site.linkTo('starts-anew@example.org', 'reset-password')).token;
  const reset = await request(`POST /auth/password-reset/${link}`, {
    body: { new_password: 'eleven harbours' },
  });
  assert.ok((await isKnown(id, deviceIn(reset))) && !(await isKnown(id, deviceIn(current))));
});

test('the device stays known after logout, and a refresh does not set its cookie', async () => {
  const registered = await register('Out-and-in');
  const { refreshToken } = registered.data;
  const renewed = await request('POST /auth/refresh', {
    body: { refreshToken },
    cookies: deviceIn(registered),
  });
  const out = await request('POST /auth/logout', { body: { refreshToken }, cookies: deviceIn(registered) });
  assert.deepEqual([renewed.headers['set-cookie'], out.headers['set-cookie']], [undefined, undefined]);
  assert.ok(await isKnown(registered.data.user.id, deviceIn(registered)));
});

test('a site without https sets a device cookie without the Secure attribute', async () => {
  const plain = await createRequester(await testServer({ ...context, publicUrl: 'http://10.0.0.7:3000' }));
  const body = { username: 'By-lan', email: 'by-lan@example.org', password: PASSWORD };
  const answer = await plain('POST /accounts/signup', { body });
  const [line = ''] = answer.headers['set-cookie'] as string[];
  assert.match(line, /^device=[\w.-]{87}; Max-Age=\d+; Path=\/api\/accounts; HttpOnly; SameSite=Lax$/);
});
