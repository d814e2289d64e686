import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountMessages } from '#features/accounts/rules/accounts.ts';
import { passkeyMessages } from '#features/second-factors/contract/passkeys.ts';
import { accountsSite, PASSWORD } from '#tests/support/accounts-site.ts';
import { passkeyDevice } from '#tests/support/passkey-device.ts';
import { PUBLIC_URL } from '#tests/support/test-database.ts';

const site = await accountsSite();
const { request, db, signUp, signIn } = site;

const USER_PRESENT = 0x01;

async function question(): Promise<{ challenge: string }> {
  return (await request('POST /accounts/login/passkey/options', { body: {} })).data.options;
}

const answerWith = (response: object) => request('POST /accounts/login/passkey', { body: { response } });

async function add(token: string, device: ReturnType<typeof passkeyDevice>, name = 'My phone') {
  const { options } = (await request('POST /accounts/passkeys/options', { token, body: {} })).data;
  const body = { name, response: device.register(options) };
  return request('POST /accounts/passkeys/verify', { token, body });
}

// Interface, Security, law, operations: /accounts/passkeys has options, verify, list, rename and delete
test('a passkey signs in alone, and the password then asks for it or a recovery code', async () => {
  const ada = await signUp('Ada');
  await site.verify(ada);
  const device = passkeyDevice(PUBLIC_URL);
  const added = await add(ada.token, device);
  assert.equal(added.status, 201, added.text);
  assert.equal(added.data.recovery_codes.length, 10);
  const second = await add(ada.token, passkeyDevice(PUBLIC_URL), 'My desk');
  assert.deepEqual(second.data.recovery_codes, [], 'the first codes stay');
  const { status, data } = await answerWith(device.answer(await question()));
  assert.deepEqual([status, data.user.username], [200, 'Ada']);
  const login = await signIn('Ada', PASSWORD);
  assert.deepEqual(login.data.second_factor, ['passkey', 'recovery_code']);
  const body = { ticket: login.data.ticket, code: added.data.recovery_codes[0] };
  assert.equal((await request('POST /accounts/login/second-factor', { body })).status, 200);
  const mails = (await site.mailsTo(ada.email)).filter(({ kind }) => kind === 'factor-changed');
  assert.match(mails[0]?.text_part ?? '', /passkey was added/);
});

const askToSignUp = (username: string) =>
  request('POST /accounts/signup/passkey/options', { body: { username } });

/** Signs up with a passkey and no password; the name may be taken since the passkey was asked for. */
async function signUpWith(device: ReturnType<typeof passkeyDevice>, username: string, more: object = {}) {
  const asked = await askToSignUp('Still-free');
  const body = { username, email: `${username.toLowerCase()}@example.org`, ...more };
  return request('POST /accounts/signup/passkey', {
    body: { response: device.register(asked.data.options), ...body },
  });
}

test('a reader signs up with a passkey, keeps it as the last way in, and sets a password later', async () => {
  const device = passkeyDevice(PUBLIC_URL);
  const { status, data, text } = await signUpWith(device, 'Keyed');
  assert.equal(status, 201, text);
  const { token } = data;
  assert.deepEqual([data.user.username, data.user.has_password], ['Keyed', false]);
  await site.verify({ email: 'keyed@example.org' });
  const { passkeys } = (await request('GET /accounts/passkeys', { token })).data;
  const remove = () => request(`DELETE /accounts/passkeys/${passkeys[0].id}`, { token, body: {} });
  const kept = await remove();
  assert.deepEqual([kept.status, kept.error?.message], [403, passkeyMessages.lastWayIn]);
  assert.equal((await signIn('Keyed', PASSWORD)).status, 401);
  assert.equal((await answerWith(device.answer(await question()))).status, 200);

  await sql`update sessions set created_at = now() - interval '16 minutes', proven_at = null`.execute(db);
  const setPassword = () =>
    request('PUT /accounts/password', { token, body: { new_password: 'ten quiet harbours' } });
  assert.equal((await setPassword()).error?.code, 'fresh_sign_in_needed');
  const proof = await request('POST /accounts/fresh-sign-in', {
    token,
    body: { passkey: device.answer(await question()) },
  });
  assert.equal(proof.status, 200, proof.text);
  assert.equal((await setPassword()).status, 200);
  assert.equal((await setPassword()).status, 422, 'from then on the old one is asked for');
  assert.deepEqual((await signIn('Keyed', 'ten quiet harbours')).data.second_factor, ['passkey']);
  assert.equal((await remove()).status, 200);
});

test('an account without a password starts linking Google after a fresh sign-in', async () => {
  const device = passkeyDevice(PUBLIC_URL);
  const { token } = (await signUpWith(device, 'Keyed-and-linked')).data;
  const link = (body: object) => request('POST /auth/google/link', { token, body });
  // Beyond the question of who is there, a site without Google answers that it has none.
  assert.equal((await link({})).error?.code, 'google_unavailable');
  await sql`update sessions set created_at = now() - interval '16 minutes', proven_at = null`.execute(db);
  assert.equal((await link({})).error?.code, 'fresh_sign_in_needed');
  const { token: guarded } = await signUp('Has-a-password');
  const refused = await request('POST /auth/google/link', { token: guarded, body: {} });
  assert.deepEqual(refused.error?.fields, { password: accountMessages.passwordRequired });
});

test('a sign-up with a passkey is refused like one with a password, and leaves no account then', async () => {
  const device = passkeyDevice(PUBLIC_URL);
  assert.equal((await signUpWith(device, 'Keyed-again')).status, 201);
  const taken = await signUpWith(passkeyDevice(PUBLIC_URL), 'Keyed-again');
  assert.deepEqual([taken.status, taken.error?.code], [409, 'taken']);
  assert.equal((await signUpWith(passkeyDevice(PUBLIC_URL), 'admin')).status, 422);
  assert.equal((await signUpWith(device, 'Keyed-twice')).error?.fields?.response, passkeyMessages.notAdded);
  const elsewhere = await signUpWith(passkeyDevice('https://elsewhere.example'), 'Keyed-elsewhere');
  assert.equal(elsewhere.status, 422);
  const { rows } =
    await sql`select from accounts where username in ('Keyed-twice', 'Keyed-elsewhere')`.execute(db);
  assert.equal(rows.length, 0);
});

test('no passkey is made for a username that is taken or reserved', async () => {
  await signUp('Was-here-first');
  const taken = await askToSignUp('was-here-FIRST');
  assert.deepEqual([taken.status, taken.error?.fields], [409, { username: accountMessages.usernameTaken }]);
  const reserved = await askToSignUp('admin');
  const { usernameReserved } = accountMessages;
  assert.deepEqual([reserved.status, reserved.error?.fields], [422, { username: usernameReserved }]);
});

test('a question is answered once, by this site, with a finger, and by no copy', async () => {
  const bea = await signUp('Bea');
  const device = passkeyDevice(PUBLIC_URL);
  await add(bea.token, device);
  const answer = device.answer(await question());
  assert.equal((await answerWith(answer)).status, 200);
  const replayed = await answerWith(answer);
  assert.deepEqual([replayed.status, replayed.error?.code], [401, 'invalid_credentials']);
  assert.equal((await answerWith(device.answer({ challenge: 'bWFkZSB1cA' }))).status, 401, 'made up');
  assert.equal((await answerWith(device.answer(await question(), USER_PRESENT))).status, 401, 'no finger');
  const { options } = (await request('POST /accounts/passkeys/options', { token: bea.token, body: {} })).data;
  assert.equal((await answerWith(device.answer(options))).status, 401, 'the question of a new passkey');
  const stranger = passkeyDevice(PUBLIC_URL);
  const forged = { ...stranger.answer(await question()), id: answer.id, rawId: answer.id };
  assert.equal((await answerWith(forged)).status, 401, 'another key');
  const expired = await question();
  await sql`update passkey_challenges set expires_at = now()`.execute(db);
  assert.equal((await answerWith(device.answer(expired))).status, 401, 'too late');
  device.resetCounter();
  assert.equal((await answerWith(device.answer(await question()))).status, 401, 'a copy');
});

test('a passkey of another site, or for another account’s question, is not added', async () => {
  const cleo = await signUp('Cleo');
  const dana = await signUp('Dana');
  const phishing = passkeyDevice('https://nightstand.example');
  const refused = await add(cleo.token, phishing);
  assert.deepEqual([refused.status, Object.keys(refused.error?.fields ?? {})], [422, ['response']]);
  const { options } = (await request('POST /accounts/passkeys/options', { token: dana.token, body: {} }))
    .data;
  const body = { name: 'Mine', response: passkeyDevice(PUBLIC_URL).register(options) };
  assert.equal((await request('POST /accounts/passkeys/verify', { token: cleo.token, body })).status, 422);
  const device = passkeyDevice(PUBLIC_URL);
  assert.equal((await add(cleo.token, device)).status, 201);
  assert.equal((await add(dana.token, device)).status, 409, 'one passkey, one account');
});

test('a passkey is added whatever the client says of its transports, and no more than a browser says is kept', async () => {
  const { id, token } = await signUp('Far-travelled');
  const long = 'x'.repeat(51);
  for (const transports of ['internal', 5, {}, [['a'], ['b', 'c']], [long], Array(21).fill('usb')]) {
    const { options } = (await request('POST /accounts/passkeys/options', { token, body: {} })).data;
    const made = passkeyDevice(PUBLIC_URL).register(options);
    const response = { ...made, response: { ...made.response, transports } };
    const added = await request('POST /accounts/passkeys/verify', { token, body: { name: 'Any', response } });
    assert.equal(added.status, 201, added.text);
  }
  const { rows } = await sql`select from passkeys where account_id = ${id} and transports <> '{}'`.execute(
    db,
  );
  assert.equal(rows.length, 0);
});

// Interface, Security, law, operations: /accounts/passkeys has options, verify, list, rename and delete
test('passkeys are listed, renamed and removed by their owner alone', async () => {
  const eli = await signUp('Eli');
  const fay = await signUp('Fay');
  const device = passkeyDevice(PUBLIC_URL);
  const { id } = (await add(eli.token, device)).data.passkey;
  const rename = (token: string, name: string) =>
    request(`PUT /accounts/passkeys/${id}`, { token, body: { name } });
  assert.equal((await rename(fay.token, 'Hers')).status, 404);
  assert.equal((await rename(eli.token, ' ')).status, 422);
  assert.equal((await rename(eli.token, 'His')).status, 200);
  assert.equal((await request(`DELETE /accounts/passkeys/${id}`, { token: fay.token })).status, 404);
  const { passkeys } = (await request('GET /accounts/passkeys', { token: eli.token })).data;
  assert.deepEqual([passkeys.length, passkeys[0].name], [1, 'His']);
  assert.deepEqual((await request('GET /accounts/passkeys', { token: fay.token })).data.passkeys, []);
  assert.equal((await request(`DELETE /accounts/passkeys/${id}`, { token: eli.token })).status, 200);
  assert.equal((await answerWith(device.answer(await question()))).status, 401);
  assert.equal(typeof (await signIn('Eli', PASSWORD)).data.token, 'string');
});

test('a passkey proves a fresh sign-in, but only its own account’s', async () => {
  const gus = await signUp('Gus');
  const hal = await signUp('Hal');
  const own = passkeyDevice(PUBLIC_URL);
  const other = passkeyDevice(PUBLIC_URL);
  await add(gus.token, own);
  await add(hal.token, other);
  await sql`update sessions set created_at = now() - interval '16 minutes'`.execute(db);
  const prove = async (device: typeof own) =>
    request('POST /accounts/fresh-sign-in', {
      token: gus.token,
      body: { passkey: device.answer(await question()) },
    });
  const refused = await prove(other);
  assert.deepEqual([refused.status, Object.keys(refused.error?.fields ?? {})], [422, ['passkey']]);
  assert.equal((await request('POST /accounts/recovery-codes', { token: gus.token, body: {} })).status, 403);
  assert.equal((await prove(own)).status, 200);
  assert.equal((await request('POST /accounts/recovery-codes', { token: gus.token, body: {} })).status, 200);
});
