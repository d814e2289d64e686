import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
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
