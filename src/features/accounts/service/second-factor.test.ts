import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { isOtherSecret } from '#features/second-factors/service/factors.ts';
import { createSigner } from '#platform/security/secret.ts';
import { accountsSite, deviceIn, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { authenticatorWith } from '#tests/support/authenticator.ts';
import { testServer } from '#tests/support/test-server.ts';
import { untilWaiting } from '#tests/support/until-waiting.ts';
import { removeFactorsAsOperator } from './lost-factors.ts';

const site = await accountsSite();
const { request, db, signUp, signIn } = site;

interface Protected extends Person {
  code: ReturnType<typeof authenticatorWith>['code'];
  recoveryCodes: string[];
}

/** Makes a person who has set up an authenticator app. */
async function withApp(username: string): Promise<Protected> {
  const person = await signUp(username);
  await site.verify(person);
  const { token } = person;
  const begun = await request('POST /accounts/totp/begin', { token, body: {} });
  assert.equal(begun.status, 200, begun.text);
  const { code } = authenticatorWith(begun.data.secret);
  const confirmed = await request('POST /accounts/totp/confirm', { token, body: { code: code() } });
  assert.equal(confirmed.status, 200, confirmed.text);
  await forgetSteps(person);
  return { ...person, code, recoveryCodes: confirmed.data.recovery_codes };
}

/** Lets a test use codes of the same 30 seconds again. */
async function forgetSteps({ id }: { id: number }): Promise<void> {
  await sql`update totp_secrets set last_step = 0 where account_id = ${id}`.execute(db);
}

const second = (ticket: string, code: string, options: object = {}) =>
  request('POST /accounts/login/second-factor', { body: { ticket, code }, ...options });

async function makeStale({ id }: { id: number }): Promise<void> {
  await sql`update sessions set created_at = now() - interval '16 minutes', proven_at = null
    where account_id = ${id}`.execute(db);
}

// Interface, Security, law, operations: /accounts/totp has begin, confirm and delete, with recovery codes
// Interface, Security, law, operations: With a second factor a login answers 200 with second_factor and ticket
// Interface, Security, law, operations: POST /accounts/login/second-factor answers like login
test('a login with an app asks for its code, and then answers like any login', async () => {
  const ada = await withApp('Ada');
  const first = await signIn('Ada', PASSWORD);
  assert.equal(first.status, 200);
  assert.deepEqual(Object.keys(first.data).sort(), ['second_factor', 'ticket']);
  assert.deepEqual(first.data.second_factor, ['totp', 'recovery_code']);
  assert.equal(first.headers['set-cookie'], undefined, 'the device is not known before');
  const { ticket } = first.data;
  const wrong = await second(ticket, '000000');
  assert.deepEqual([wrong.status, wrong.error?.code], [401, 'invalid_credentials']);
  const { status, data } = await second(ticket, ` ${ada.code().slice(0, 3)} ${ada.code().slice(3)} `);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(data).sort(), ['refreshToken', 'token', 'user']);
  assert.ok(await site.isSignedIn(data.token));
  const log = (await request('GET /accounts/activity', { token: data.token })).data.events;
  assert.ok(
    log.some(({ kind }: { kind: string }) => kind === 'sign-in-failed'),
    'the wrong code',
  );
  await forgetSteps(ada);
  const again = await second(ticket, ada.code());
  assert.deepEqual([again.status, again.error?.code], [400, 'gone'], 'a ticket works once');
});

test('a code works once, also for a second ticket, and an older one not after it', async () => {
  const bea = await withApp('Bea');
  const tickets = [];
  for (let i = 0; i < 3; i += 1) tickets.push((await signIn('Bea', PASSWORD)).data.ticket as string);
  const code = bea.code();
  const before = bea.code(-1);
  assert.equal((await second(tickets[0] ?? '', code)).status, 200);
  const [ticket] = [(await signIn('Bea', PASSWORD)).data.ticket];
  assert.equal((await second(ticket, code)).status, 401, 'the same code');
  assert.equal((await second(ticket, before)).status, 401, 'the code before it');
  assert.equal((await second(ticket, bea.code(3))).status, 401, 'a code of the future');
});

// Interface, Security, law, operations: /accounts/totp has begin, confirm and delete, with recovery codes
test('a recovery code opens the account once, and its owner is told', async () => {
  const cleo = await withApp('Cleo');
  assert.equal(new Set(cleo.recoveryCodes).size, 10);
  const [code = ''] = cleo.recoveryCodes;
  const { ticket } = (await signIn('Cleo', PASSWORD)).data;
  assert.equal((await second(ticket, code.toLowerCase().replace('-', ' '))).status, 200);
  const next = (await signIn('Cleo', PASSWORD)).data;
  assert.equal((await second(next.ticket, code)).status, 401);
  const { token } = (await second(next.ticket, cleo.recoveryCodes[1] ?? '')).data;
  assert.equal((await request('GET /accounts/factors', { token })).data.recovery_codes_left, 8);
  const mails = (await site.mailsTo(cleo.email)).filter(({ kind }) => kind === 'factor-changed');
  assert.match(
    mails.map(({ text_part }) => text_part).join(),
    /authenticator app was set up.*recovery codes was used/s,
  );
});

test('a ticket that two codes redeem at the same moment opens one session', async () => {
  const vera = await withApp('Vera');
  const { ticket } = (await signIn('Vera', PASSWORD)).data;
  let answers: Promise<number[]> | undefined;
  await db.transaction().execute(async (transaction) => {
    await sql`select from accounts where id = ${vera.id} for update`.execute(transaction);
    answers = Promise.all(
      vera.recoveryCodes.slice(0, 2).map(async (code) => (await second(ticket, code)).status),
    );
    await untilWaiting(db, 2);
  });
  assert.deepEqual((await answers)?.sort(), [200, 400]);
});

test('a mailed code, a reset and a new password do not replace the second factor', async () => {
  const dana = await withApp('Dana');
  await request('POST /auth/login-code', { body: { username: 'Dana' } });
  const mail = (await site.mailsTo(dana.email)).findLast(({ kind }) => kind === 'login-code');
  const mailed = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/.exec(mail?.text_part ?? '')?.[0] ?? '';
  const byCode = await request('POST /auth/login-code', { body: { username: 'Dana', code: mailed } });
  assert.deepEqual([byCode.status, Object.keys(byCode.data).sort()], [200, ['second_factor', 'ticket']]);

  await request('POST /auth/password-reset', { body: { email: dana.email } });
  const { token } = await site.linkTo(dana.email, 'reset-password');
  const body = { new_password: `${PASSWORD} anew` };
  const reset = await request(`POST /auth/password-reset/${token}`, { body });
  assert.deepEqual([reset.status, Object.keys(reset.data).sort()], [200, ['second_factor', 'ticket']]);
  assert.equal((await second(byCode.data.ticket, dana.code())).status, 400, 'sign-ins under way end');
  assert.equal((await second(reset.data.ticket, dana.code())).status, 200);
});

test('a stranger who signs up with somebody’s address loses their app at the reset', async () => {
  const { token, email } = await signUp('Stranger', { email: 'eli@example.org' });
  const { secret } = (await request('POST /accounts/totp/begin', { token, body: {} })).data;
  await request('POST /accounts/totp/confirm', { token, body: { code: authenticatorWith(secret).code() } });
  await site.verify({ email });
  await request('POST /auth/password-reset', { body: { email } });
  const link = await site.linkTo(email, 'reset-password');
  const body = { new_password: `${PASSWORD} anew` };
  const reset = await request(`POST /auth/password-reset/${link.token}`, { body });
  assert.equal(typeof reset.data.token, 'string', reset.text);
  const factors = await request('GET /accounts/factors', { token: reset.data.token });
  assert.deepEqual(factors.data, {
    totp: null,
    passkey_count: 0,
    recovery_codes_left: 0,
    is_required: false,
  });
});

test('guesses wait, also from many networks, but not the owner on a known device', async () => {
  const limited = await accountsSite({ throttle: true });
  const { request, signIn } = limited;
  const fay = await limited.signUp('Fay');
  const known = deviceIn(await signIn('Fay', PASSWORD));
  const { token } = fay;
  const { secret } = (await request('POST /accounts/totp/begin', { token, body: {} })).data;
  const { code } = authenticatorWith(secret);
  await request('POST /accounts/totp/confirm', { token, body: { code: code() } });
  await sql`update totp_secrets set last_step = 0`.execute(limited.db);
  const { ticket } = (await signIn('Fay', PASSWORD, undefined, known)).data;
  const second = (ticket: string, code: string, options: object) =>
    request('POST /accounts/login/second-factor', { body: { ticket, code }, ...options });
  const statuses = [];
  for (let i = 0; i < 22; i += 1)
    statuses.push((await second(ticket, '00000a', { from: `198.51.${i}.1` })).status);
  assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429]);
  assert.equal((await second(ticket, code(), { from: '198.52.1.1' })).status, 429);
  assert.equal((await second(ticket, code(), { from: '198.52.1.1', cookies: known })).status, 200);
  const prove = async (code: string) =>
    (await request('POST /accounts/fresh-sign-in', { token, body: { code } })).status;
  const proofs = [];
  for (let i = 0; i < 22; i += 1) proofs.push(await prove('00000a'));
  assert.deepEqual([proofs[0], proofs.at(-1)], [422, 429]);
  await sql`update totp_secrets set last_step = 0`.execute(limited.db);
  assert.equal(await prove(code()), 429, 'in an open session as well');
});

test('an app that was set up without a first code opens nothing beside a passkey', async () => {
  const fritz = await withApp('Fritz');
  await sql`update totp_secrets set confirmed_at = null where account_id = ${fritz.id}`.execute(db);
  const passkey = { credential_id: 'fritz', name: 'Lamp', public_key: Buffer.from('x'), counter: 0 };
  await db
    .insertInto('passkeys')
    .values({ account_id: fritz.id, ...passkey })
    .execute();
  const { ticket, second_factor } = (await signIn('Fritz', PASSWORD)).data;
  assert.deepEqual(second_factor, ['passkey', 'recovery_code']);
  assert.equal((await second(ticket, fritz.code())).status, 401);
});

test('an expired ticket or one from before a new password opens nothing', async () => {
  const gus = await withApp('Gus');
  const { ticket } = (await signIn('Gus', PASSWORD)).data;
  await sql`update sign_in_tickets set expires_at = now() where account_id = ${gus.id}`.execute(db);
  assert.equal((await second(ticket, gus.code())).status, 400);
  const other = (await signIn('Gus', PASSWORD)).data.ticket;
  const body = { old_password: PASSWORD, new_password: `${PASSWORD} anew` };
  assert.equal((await request('PUT /accounts/password', { token: gus.token, body })).status, 200);
  assert.equal((await second(other, gus.code())).status, 400);
  await site.context.jobs.enqueue(db, 'clean-accounts', {});
  await site.runJobs();
});

// Interface, Security, law, operations: /accounts/totp has begin, confirm and delete, with recovery codes
// Interface, Security, law, operations: Sensitive actions need a sign-in within 15 minutes, otherwise 403 fresh_sign_in_needed
// Interface, Security, law, operations: POST /accounts/fresh-sign-in takes a password or a code
test('sensitive calls need a fresh sign-in, which a code proves', async () => {
  const hal = await withApp('Hal');
  const { token } = hal;
  await makeStale(hal);
  for (const call of [
    'GET /accounts/export',
    'POST /accounts/totp/begin',
    'POST /accounts/totp/confirm',
    'POST /accounts/recovery-codes',
    'DELETE /accounts/totp',
    'POST /accounts/passkeys/options',
    'POST /accounts/passkeys/verify',
    'DELETE /accounts/passkeys/1',
  ] as const) {
    const { status, error } = await request(call, {
      token,
      ...(call.startsWith('POST') ? { body: {} } : {}),
    });
    assert.deepEqual([status, error?.code], [403, 'fresh_sign_in_needed'], call);
  }
  const deletion = await request('POST /accounts/delete', { token, body: { password: PASSWORD } });
  assert.deepEqual([deletion.status, deletion.error?.code], [403, 'fresh_sign_in_needed']);

  const prove = (body: object) => request('POST /accounts/fresh-sign-in', { token, body });
  const byPassword = await prove({ password: PASSWORD });
  assert.deepEqual([byPassword.status, Object.keys(byPassword.error?.fields ?? {})], [422, ['code']]);
  assert.equal((await prove({ code: '000000' })).status, 422);
  assert.equal((await prove({ code: hal.code() })).status, 200);
  assert.equal((await request('POST /accounts/recovery-codes', { token, body: {} })).status, 200);
  assert.equal((await request('DELETE /accounts/totp', { token })).status, 200);
  const factors = await request('GET /accounts/factors', { token });
  assert.deepEqual(factors.data, {
    totp: null,
    passkey_count: 0,
    recovery_codes_left: 0,
    is_required: false,
  });
  assert.equal(typeof (await signIn('Hal', PASSWORD)).data.token, 'string', 'nothing asks any more');
});

// Interface, Security, law, operations: POST /accounts/fresh-sign-in takes a password or a code
test('without a second factor the password proves a fresh sign-in, or a mailed code', async () => {
  const ida = await signUp('Ida');
  const { token } = ida;
  await site.verify(ida);
  const isExported = async () => (await request('POST /accounts/totp/begin', { token, body: {} })).status;
  const prove = (body: object) => request('POST /accounts/fresh-sign-in', { token, body });
  await makeStale(ida);
  assert.equal(await isExported(), 403);
  assert.equal((await prove({ password: 'not this one' })).status, 422);
  assert.equal((await prove({})).status, 422);
  assert.equal((await prove({ password: PASSWORD })).status, 200);
  assert.equal(await isExported(), 200);
  await makeStale(ida);
  await request('POST /auth/login-code', { body: { username: 'Ida' } });
  const mail = (await site.mailsTo(ida.email)).findLast(({ kind }) => kind === 'login-code');
  const code = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/.exec(mail?.text_part ?? '')?.[0] ?? '';
  assert.equal((await prove({ code })).status, 200);
  assert.equal((await prove({ code })).status, 422, 'once');
  assert.equal(await isExported(), 200);
});

// Interface, In general: A client that knows only the specification finds every call, field and default
test('a client that knows the specification alone deletes its account, early or late', async () => {
  for (const isStale of [false, true]) {
    const jo = await signUp(`Jo-${isStale}`);
    if (isStale) await makeStale(jo);
    const { token } = (await signIn(jo.username, PASSWORD)).data;
    const { status } = await request('POST /accounts/delete', {
      token: isStale ? jo.token : token,
      body: { password: PASSWORD },
    });
    assert.equal(status, 200);
  }
});

test('the database opens no second factor, and an unconfirmed app asks nobody', async () => {
  const kit = await withApp('Kit');
  const { rows } = await sql<{ row: string }>`select t::text as row from totp_secrets t
    union all select r::text from recovery_codes r`.execute(db);
  const all = rows.map(({ row }) => row).join('\n');
  for (const code of kit.recoveryCodes) assert.ok(!all.includes(Buffer.from(code).toString('hex')));
  const lu = await signUp('Luc');
  const { token } = lu;
  await request('POST /accounts/totp/begin', { token, body: {} });
  const again = await request('POST /accounts/totp/begin', { token, body: {} });
  assert.equal(again.status, 200);
  assert.equal(typeof (await signIn('Luc', PASSWORD)).data.token, 'string');
  assert.equal(
    (await request('POST /accounts/totp/confirm', { token, body: { code: '000000' } })).status,
    422,
  );
  const taken = await request('POST /accounts/totp/begin', { token: kit.token, body: {} });
  assert.deepEqual([taken.status, taken.error?.code], [409, 'taken']);
});

test('a site that requires it lets moderators work only with a second factor', async () => {
  const mod = await signUp('Mona');
  await db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', mod.id).execute();
  const { token } = mod;
  assert.equal((await request('GET /moderation/cases', { token })).status, 200, 'by default it does not');
  const strict = await createRequester(await testServer({ ...site.context, isStaffFactorRequired: true }));
  const refused = await strict('GET /moderation/cases', { token });
  assert.deepEqual([refused.status, refused.error?.code], [403, 'second_factor_needed']);
  assert.equal((await strict('GET /accounts/profile', { token })).status, 200);
  assert.equal((await strict('GET /accounts/factors', { token })).data.is_required, true);
  const reader = await signUp('Nora');
  assert.equal((await strict('GET /moderation/cases', { token: reader.token })).status, 404);
  assert.equal((await strict('GET /accounts/factors', { token: reader.token })).data.is_required, false);
  const { secret } = (await strict('POST /accounts/totp/begin', { token, body: {} })).data;
  assert.equal((await strict('GET /moderation/cases', { token })).status, 403, 'it is not confirmed yet');
  await db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', mod.id).execute();
  assert.equal(
    (await strict('GET /moderation/announcements', { token })).status,
    403,
    'nor for a call of admins',
  );
  await strict('POST /accounts/totp/confirm', { token, body: { code: authenticatorWith(secret).code() } });
  assert.equal((await strict('GET /moderation/cases', { token })).status, 200);
  assert.equal((await strict('GET /moderation/announcements', { token })).status, 200);
});

test('an operator removes the second factor of somebody who has lost it, and they are told', async () => {
  const ola = await withApp('Ola');
  assert.deepEqual(await removeFactorsAsOperator(site.context, 'ola'), {
    ok: true,
    data: { username: 'Ola' },
  });
  assert.equal(typeof (await signIn('Ola', PASSWORD)).data.token, 'string');
  const mail = (await site.mailsTo(ola.email)).findLast(({ kind }) => kind === 'factor-changed');
  // A passkey or a recovery code may still be asked for.
  assert.match(mail?.text_part ?? '', /app was removed: a login no longer asks for the codes of it/);
  assert.equal((await removeFactorsAsOperator(site.context, 'Ola')).ok, false);
  assert.equal((await removeFactorsAsOperator(site.context, 'nobody-here')).ok, false);
});

test('a site that lost its secret is told that it can’t read second factors', async () => {
  await withApp('Pia');
  assert.equal(await isOtherSecret(site.context), false);
  const signer = createSigner(Buffer.from('another secret, since the first one is lost'));
  assert.equal(await isOtherSecret({ db, signer }), true);
  await db.deleteFrom('totp_secrets').execute();
  assert.equal(await isOtherSecret({ db, signer }), false);
});

test('a suspended account can still renew, add and remove its factors, as its password', async () => {
  const hana = await withApp('Hana');
  await sql`update accounts set suspended_at = now(), suspended_for = 'Spam' where id = ${hana.id}`.execute(
    db,
  );
  const { token } = hana;
  assert.equal((await request('POST /accounts/recovery-codes', { token, body: {} })).status, 200);
  assert.equal((await request('POST /accounts/passkeys/options', { token, body: {} })).status, 200);
  assert.equal((await request('DELETE /accounts/totp', { token })).status, 200);
  assert.equal((await request('POST /accounts/totp/begin', { token, body: {} })).status, 200);
});
