import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { authenticatorWith } from '#tests/support/authenticator.ts';
import { accountMessages } from '../contract/accounts.ts';
import { emailChangeMessages } from '../contract/email-change.ts';

const site = await accountsSite();
const { request, db, isSignedIn, linkTo, mailsTo, signIn, signUp } = site;

const ask = ({ token }: Pick<Person, 'token'>, email: string, password: string | undefined = PASSWORD) =>
  request('PUT /accounts/email', { token, body: { email, password } });
const confirm = (token: string) => request(`POST /accounts/email/confirm/${token}`, { body: {} });
const stop = (token: string) => request(`POST /accounts/email/stop/${token}`, { body: {} });
const waiting = async ({ token }: Person) => (await request('GET /accounts/email', { token })).data.change;

async function verified(username: string): Promise<Person> {
  const person = await signUp(username);
  await site.verify(person);
  return person;
}

async function addressOf({ id }: Person): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('credentials')
    .select('email')
    .where('account_id', '=', id)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row?.email;
}

/** The tokens of all links of a kind that an address was mailed, in order. */
async function tokensTo(address: string, kind: string): Promise<string[]> {
  const mails = (await mailsTo(address)).filter((mail) => mail.kind === kind);
  return mails.map(({ text_part }) => /token=([\w-]+)/.exec(text_part ?? '')?.[1] ?? '');
}

async function change(person: Person, email: string): Promise<void> {
  const { status, text } = await ask(person, email);
  assert.equal(status, 200, text);
  const { token } = await linkTo(email, 'confirm-email');
  assert.equal((await confirm(token)).status, 200);
}

// Interface, Security, law, operations: PUT /accounts/email takes email and password
// Interface, Security, law, operations: A change of address mails a link to the new one, and a notice with “Stop this” to the old one
// Interface, Security, law, operations: POST /accounts/email/confirm/{token} changes the address
test('an address changes once its reader has confirmed it, and the former one is told', async () => {
  const ada = await verified('Ada');
  const asked = await ask(ada, 'Ada.New@example.org');
  assert.equal(asked.message, emailChangeMessages.requested);
  assert.equal(asked.data.change.email, 'Ada.New@example.org');
  assert.deepEqual(await waiting(ada), asked.data.change);
  assert.equal(await addressOf(ada), ada.email, 'nothing has changed yet');
  const { url, token } = await linkTo('ada.new@example.org', 'confirm-email');
  assert.deepEqual([url.pathname, url.search], ['/confirm-email', `?token=${token}`]);
  const notice = (await mailsTo(ada.email)).findLast(({ kind }) => kind === 'email-changed');
  assert.match(notice?.text_part ?? '', /Stop this[\s\S]*\/keep-email\?token=/);
  assert.doesNotMatch(notice?.text_part ?? '', /ada\.new/i, 'without the new address');
  assert.equal((await request(`GET /accounts/email/confirm/${token}`)).status, 404, 'a look changes nothing');
  const { message } = await confirm(token);
  assert.equal(message, emailChangeMessages.confirmed);
  assert.equal(await addressOf(ada), 'Ada.New@example.org');
  assert.equal(await waiting(ada), null);
  assert.ok(await isSignedIn(ada.token), 'whoever asked stays signed in');
  assert.equal((await signIn('ada.new@example.org', PASSWORD)).status, 200);
  assert.equal((await signIn(ada.email, PASSWORD)).status, 401);
  assert.equal((await confirm(token)).status, 200, 'a second press succeeds');
  assert.equal((await tokensTo(ada.email, 'email-changed')).length, 2, 'the former address is told again');
});

test('nobody learns whether an address is in use, and its owner is told', async () => {
  const [bea, owner] = [await verified('Bea'), await verified('Olive')];
  const times = /"\d{4}-[^"]+Z"/g;
  const texts = [];
  for (const email of [owner.email, 'free@example.org']) {
    const asked = await ask(bea, email);
    const read = await request('GET /accounts/email', { token: bea.token });
    const again = await request('POST /accounts/email/resend', { token: bea.token, body: {} });
    const cancelled = await request('DELETE /accounts/email', { token: bea.token, body: {} });
    const answers = [asked, read, again, cancelled].map(({ status, text }) => `${status} ${text}`);
    texts.push(answers.join().replaceAll(email, 'address').replaceAll(times, 'time'));
  }
  assert.equal(texts[0], texts[1]);
  await ask(bea, owner.email);
  const kinds = (await mailsTo(owner.email)).map(({ kind }) => kind);
  assert.deepEqual([...new Set(kinds)], ['verify-email', 'address-in-use']);
  assert.equal(await addressOf(bea), bea.email);
});

test('of two accounts that ask for one address, the first to confirm it has it', async () => {
  const [first, second] = [await verified('First'), await verified('Second')];
  await ask(first, 'both@example.org');
  await ask(second, 'both@example.org');
  const tokens = await tokensTo('both@example.org', 'confirm-email');
  assert.equal(tokens.length, 2);
  const answers = await Promise.all(tokens.map(confirm));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

// Interface, Security, law, operations: PUT /accounts/email takes email and password
test('a wrong password, the present address and no address are refused at their fields', async () => {
  const cleo = await verified('Cleo');
  const refusals: [unknown, unknown, string, string][] = [
    ['new@example.org', 'not it at all', 'password', accountMessages.wrongPassword],
    ['new@example.org', undefined, 'password', accountMessages.passwordRequired],
    ['CLEO@example.org', PASSWORD, 'email', emailChangeMessages.same],
    ['cleo', PASSWORD, 'email', accountMessages.emailForm],
    ['', PASSWORD, 'email', accountMessages.emailRequired],
  ];
  for (const [email, password, field, message] of refusals) {
    const body = { email, password };
    const { status, error } = await request('PUT /accounts/email', { token: cleo.token, body });
    assert.deepEqual([status, error?.fields?.[field]], [422, message]);
  }
  assert.equal(await waiting(cleo), null);
});

test('an account without a password, or with a second factor, needs a fresh sign-in', async () => {
  const dora = await verified('Dora');
  const makeStale = () =>
    sql`update sessions set created_at = now() - interval '16 minutes', proven_at = null
      where account_id = ${dora.id}`.execute(db);
  await makeStale();
  assert.equal((await ask(dora, 'dora.1@example.org')).status, 200, 'the password suffices');
  await sql`update credentials set password_hash = null where account_id = ${dora.id}`.execute(db);
  const stale = await request('PUT /accounts/email', {
    token: dora.token,
    body: { email: 'dora.2@example.org' },
  });
  assert.deepEqual([stale.status, stale.error?.code], [403, 'fresh_sign_in_needed']);
  await sql`update sessions set proven_at = now() where account_id = ${dora.id}`.execute(db);
  const fresh = await request('PUT /accounts/email', {
    token: dora.token,
    body: { email: 'dora.2@example.org' },
  });
  assert.equal(fresh.status, 200, fresh.text);
  const edna = await verified('Edna');
  const { data } = await request('POST /accounts/totp/begin', { token: edna.token, body: {} });
  const { code } = authenticatorWith(data.secret);
  await request('POST /accounts/totp/confirm', { token: edna.token, body: { code: code() } });
  await sql`update sessions set created_at = now() - interval '16 minutes', proven_at = null
    where account_id = ${edna.id}`.execute(db);
  assert.equal((await ask(edna, 'edna.1@example.org')).error?.code, 'fresh_sign_in_needed');
});

// Interface, Security, law, operations: POST /accounts/email/stop/{token} stops the change
test('the reader of the former address stops a change before it is confirmed', async () => {
  const fay = await verified('Fay');
  await ask(fay, 'thief@example.org');
  const { token } = await linkTo(fay.email, 'email-changed');
  const theirs = await linkTo('thief@example.org', 'confirm-email');
  const { message } = await stop(token);
  assert.equal(message, emailChangeMessages.stopped);
  assert.ok(!(await isSignedIn(fay.token)), 'all sessions have ended');
  const { status, error } = await confirm(theirs.token);
  assert.deepEqual([status, error?.message], [400, emailChangeMessages.linkExpired]);
  assert.equal(await addressOf(fay), fay.email);
  assert.equal((await stop(token)).status, 200, 'a second press succeeds');
});

test('the reader of the former address takes it back within seven days, also after several changes', async () => {
  const gil = await verified('Gil');
  await change(gil, 'gil.2@example.org');
  await change(gil, 'gil.3@example.org');
  const [, former = ''] = await tokensTo(gil.email, 'email-changed');
  const [later = ''] = await tokensTo('gil.2@example.org', 'email-changed');
  await request('POST /auth/password-reset', { body: { email: 'gil.3@example.org' } });
  const reset = await linkTo('gil.3@example.org', 'reset-password');
  await sql`update mail_tokens set expires_at = expires_at - interval '8 days' + interval '1 minute'
    where account_id = ${gil.id} and purpose = 'keep-email'`.execute(db);
  assert.equal((await stop(former)).status, 200);
  assert.equal(await addressOf(gil), gil.email);
  assert.ok(!(await isSignedIn(gil.token)));
  assert.equal((await stop(later)).status, 400, 'a later address is weaker than an earlier one');
  const { status } = await request(`POST /auth/password-reset/${reset.token}`, {
    body: { new_password: 'another quiet harbour' },
  });
  assert.equal(status, 400, 'links to the other address no longer work');
  const kinds = (await mailsTo('gil.3@example.org')).map(({ kind }) => kind);
  assert.equal(kinds.at(-1), 'email-changed', 'the other address is told');
});

test('links to take an address back expire, and an address that is taken by then is not given twice', async () => {
  const [hal, ida] = [await verified('Hal'), await verified('Ida')];
  await change(hal, 'hal.2@example.org');
  const [, token = ''] = await tokensTo(hal.email, 'email-changed');
  await sql`update mail_tokens set expires_at = now() where account_id = ${hal.id}`.execute(db);
  assert.equal((await stop(token)).error?.message, emailChangeMessages.stopExpired);
  await change(ida, 'ida.2@example.org');
  const again = await signUp('Ida-again', { email: ida.email });
  await site.verify(again);
  const [, taken = ''] = await tokensTo(ida.email, 'email-changed');
  assert.deepEqual((await stop(taken)).error?.message, emailChangeMessages.stopTaken);
  assert.ok(!(await isSignedIn(ida.token)), 'the sessions end nevertheless');
});

test('an unverified address is not told of a change, and a new one is verified by it', async () => {
  const joan = await signUp('Joan', { email: 'typing.mistake@example.org' });
  await change(joan, 'joan@example.org');
  assert.equal(await addressOf(joan), 'joan@example.org');
  const kinds = (await mailsTo('typing.mistake@example.org')).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['verify-email']);
});

test('links mailed to the former address end with the change, and second factors stay', async () => {
  const kit = await verified('Kit');
  await request('POST /auth/password-reset', { body: { email: kit.email } });
  const reset = await linkTo(kit.email, 'reset-password');
  await sql`insert into passkeys (account_id, credential_id, name, public_key, counter)
    values (${kit.id}, 'kit', 'x', 'x', 0)`.execute(db);
  await sql`update sessions set proven_at = now() where account_id = ${kit.id}`.execute(db);
  const others = ['delete', 'login', 'verify'];
  const mailOthers = () =>
    sql`insert into mail_tokens (hash, account_id, purpose, email, expires_at)
      select sha256(gen_random_uuid()::text::bytea), ${kit.id}, purpose, ${kit.email}, now() + interval '1 hour'
      from unnest(${others}::text[]) as purpose`.execute(db);
  const valid = async () => {
    const { rows } = await sql<{
      purpose: string;
    }>`select purpose from mail_tokens where account_id = ${kit.id}
      and used_at is null and purpose = any (${others}::text[])`.execute(db);
    return rows;
  };
  await mailOthers();
  await change(kit, 'kit.2@example.org');
  assert.deepEqual(await valid(), []);
  const { status } = await request(`POST /auth/password-reset/${reset.token}`, {
    body: { new_password: 'another quiet harbour' },
  });
  assert.equal(status, 400);
  await request('POST /auth/password-reset', { body: { email: 'kit.2@example.org' } });
  const { token } = await linkTo('kit.2@example.org', 'reset-password');
  const answer = await request(`POST /auth/password-reset/${token}`, {
    body: { new_password: 'another quiet harbour' },
  });
  assert.deepEqual(answer.data.second_factor, ['passkey'], 'the new mailbox alone does not open the account');
  await mailOthers();
  const back = await linkTo(kit.email, 'email-changed');
  assert.equal((await stop(back.token)).status, 200);
  assert.deepEqual(await valid(), [], 'nor does one to the later address after that');
});

test('a new password cancels a change, and so does the account’s owner', async () => {
  const lea = await verified('Lea');
  await ask(lea, 'lea.2@example.org');
  const { token } = await linkTo('lea.2@example.org', 'confirm-email');
  await request('PUT /accounts/password', {
    token: lea.token,
    body: { old_password: PASSWORD, new_password: 'another quiet harbour' },
  });
  assert.equal(await waiting(lea), null);
  assert.equal((await confirm(token)).status, 400);
  await ask(lea, 'lea.3@example.org', 'another quiet harbour');
  const third = await linkTo('lea.3@example.org', 'confirm-email');
  await request('DELETE /accounts/email', { token: lea.token, body: {} });
  assert.equal((await confirm(third.token)).status, 400);
  const { status, error } = await request('POST /accounts/email/resend', { token: lea.token, body: {} });
  assert.deepEqual([status, error?.message], [404, emailChangeMessages.none]);
});

test('a newsletter stays with the address that it was subscribed with', async () => {
  const mo = await verified('Moira');
  await sql`insert into newsletter_subscribers (email, new_stories, featured_authors, weekly_updates, token_hash)
    values (${mo.email}, true, true, true, 'mo')`.execute(db);
  await change(mo, 'mo.2@example.org');
  const rows = await db.selectFrom('newsletter_subscribers').select('email').execute();
  assert.deepEqual(rows, [{ email: mo.email }]);
});

test('the notice to the former address goes out whatever the quotas of other mails', async () => {
  const ned = await verified('Ned');
  for (const number of [1, 2, 3, 4, 5, 6]) await ask(ned, `ned.${number}@example.org`);
  const notices = (await mailsTo(ned.email)).filter(({ kind }) => kind === 'email-changed');
  assert.equal(notices.length, 6);
  assert.ok(notices.every(({ dropped_at, send_at }) => dropped_at === null && send_at <= new Date()));
});
