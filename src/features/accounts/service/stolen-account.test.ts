import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { authenticatorWith } from '#tests/support/authenticator.ts';

const site = await accountsSite();
const { request, db, linkTo, mailsTo, signIn } = site;

type Session = Pick<Person, 'id' | 'token'>;

async function owner(username: string): Promise<Person> {
  const person = await site.signUp(username);
  await site.verify(person);
  // The owner signed up days ago.
  await sql`update sessions set created_at = created_at - interval '3 days', proven_at = now()
    where account_id = ${person.id}`.execute(db);
  return person;
}

/** Somebody who knows the password, in a session of their own. */
async function thiefOf({ id, username }: Person): Promise<Session> {
  const { data, text } = await signIn(username, PASSWORD, '203.0.113.9');
  assert.ok(data.token, text);
  return { id, token: data.token };
}

async function setUpApp({ id, token }: Session): Promise<void> {
  const { data } = await request('POST /accounts/totp/begin', { token, body: {} });
  const code = authenticatorWith(data.secret).code();
  assert.equal((await request('POST /accounts/totp/confirm', { token, body: { code } })).status, 200);
  await sql`update totp_secrets set last_step = 0 where account_id = ${id}`.execute(db);
}

const addPasskey = ({ id }: Session, name: string) =>
  sql`insert into passkeys (account_id, credential_id, name, public_key, counter)
    values (${id}, ${name}, ${name}, 'x', 0)`.execute(db);

const linkGoogle = ({ id }: Session, subject: string) =>
  sql`insert into google_identities (issuer, subject, account_id)
    values ('https://accounts.google.com', ${subject}, ${id})`.execute(db);

async function askForChange({ token }: Session, email: string): Promise<void> {
  const answer = await request('PUT /accounts/email', { token, body: { email, password: PASSWORD } });
  assert.equal(answer.status, 200, answer.text);
}

async function confirmChange(email: string): Promise<void> {
  const { token } = await linkTo(email, 'confirm-email');
  assert.equal((await request(`POST /accounts/email/confirm/${token}`, { body: {} })).status, 200);
}

/** Presses the button of the latest notice. */
async function stopChange({ email }: Pick<Person, 'email'>): Promise<void> {
  const { token } = await linkTo(email, 'email-changed');
  const stopped = await request(`POST /accounts/email/stop/${token}`, { body: {} });
  assert.equal(stopped.status, 200, stopped.text);
}

/** Stops the latest change, and sets a new password by the link that is mailed then; returns what that answers. */
async function takeBack(person: Person) {
  await stopChange(person);
  const reset = await linkTo(person.email, 'password-removed');
  const new_password = 'another quiet harbour';
  return request(`POST /auth/password-reset/${reset.token}`, { body: { new_password } });
}

const waysIn = async ({ id }: Person) =>
  (
    await sql<{ name: string }>`select 'app' as name from totp_secrets where account_id = ${id}
      union all select name from passkeys where account_id = ${id}
      union all select subject from google_identities where account_id = ${id}
      union all select 'codes' from recovery_codes where account_id = ${id} group by 1 order by 1`.execute(db)
  ).rows.map(({ name }) => name);

test('an owner who takes the address back gets past what the thief has set up since', async () => {
  const ada = await owner('Ada');
  const thief = await thiefOf(ada);
  await askForChange(thief, 'thief@example.org');
  await addPasskey(thief, 'a passkey of the thief');
  await linkGoogle(thief, 'the thief at Google');
  await confirmChange('thief@example.org');
  await setUpApp(thief);
  const answer = await takeBack(ada);
  assert.equal(answer.data.second_factor, undefined, 'nothing else is asked for');
  assert.ok(await site.isSignedIn(answer.data.token));
  assert.deepEqual(await waysIn(ada), []);
  const log = (await request('GET /accounts/activity', { token: answer.data.token })).data.events;
  const kinds = log.map(({ kind }: { kind: string }) => kind);
  for (const kind of ['app-removed', 'passkey-removed', 'google-unlinked'])
    assert.ok(kinds.includes(kind), kind);
  assert.ok((await mailsTo(ada.email)).some(({ kind }) => kind === 'factor-changed'));
});

test('a change that is stopped before its confirmation takes with it what the thief had set up first', async () => {
  const bea = await owner('Bea');
  const thief = await thiefOf(bea);
  await setUpApp(thief);
  await askForChange(thief, 'thief.2@example.org');
  const answer = await takeBack(bea);
  assert.ok(answer.data.token, answer.text);
  assert.deepEqual(await waysIn(bea), []);
});

test('a passkey that an owner adds after taking the address back stays, whichever link is used again', async () => {
  const fay = await owner('Fay');
  const thief = await thiefOf(fay);
  await askForChange(thief, 'thief.5@example.org');
  const first = await linkTo(fay.email, 'email-changed');
  await confirmChange('thief.5@example.org');
  await takeBack(fay);
  await addPasskey(fay, 'a passkey of the owner');
  assert.equal((await request(`POST /accounts/email/stop/${first.token}`, { body: {} })).status, 200);
  assert.deepEqual(await waysIn(fay), ['a passkey of the owner']);
});

test('a passkey that the owner had before the change stays, and a former mailbox does not get past it', async () => {
  const cleo = await owner('Cleo');
  await addPasskey(cleo, 'the passkey of the owner');
  await linkGoogle(cleo, 'the owner at Google');
  await askForChange(cleo, 'cleo.2@example.org');
  await confirmChange('cleo.2@example.org');
  await addPasskey(cleo, 'a later passkey');
  const answer = await takeBack(cleo);
  assert.deepEqual(answer.data.second_factor, ['passkey']);
  assert.deepEqual(await waysIn(cleo), ['the owner at Google', 'the passkey of the owner']);
});

test('of several changes, the first one counts for what was set up since', async () => {
  const dora = await owner('Dora');
  // In a session of the owner, such as one left open somewhere.
  await askForChange(dora, 'thief.3@example.org');
  await addPasskey(dora, 'a passkey of the thief 3');
  await askForChange(dora, 'thief.4@example.org');
  await mailsTo(dora.email);
  assert.ok((await takeBack(dora)).data.token);
  assert.deepEqual(await waysIn(dora), []);
});

test('a password that the thief has set opens nothing once the owner has stopped the change', async () => {
  const gil = await owner('Gil');
  const thief = await thiefOf(gil);
  const passwords = { old_password: PASSWORD, new_password: 'a harbour of the thief' };
  const changed = await request('PUT /accounts/password', { token: thief.token, body: passwords });
  assert.equal(changed.status, 200, changed.text);
  const body = { email: 'thief.6@example.org', password: passwords.new_password };
  assert.equal((await request('PUT /accounts/email', { token: thief.token, body })).status, 200);
  await confirmChange('thief.6@example.org');
  await stopChange(gil);
  for (const password of [PASSWORD, passwords.new_password])
    assert.equal((await signIn('Gil', password, '203.0.113.9')).status, 401);
  const { token } = await linkTo(gil.email, 'password-removed');
  const new_password = 'a harbour of the owner';
  assert.ok((await request(`POST /auth/password-reset/${token}`, { body: { new_password } })).data.token);
  assert.ok((await signIn('Gil', new_password)).data.token);
});

test('the password that an owner sets after stopping a change stays, whichever link is used again', async () => {
  const hal = await owner('Hal');
  await askForChange(await thiefOf(hal), 'thief.7@example.org');
  const first = await linkTo(hal.email, 'email-changed');
  await confirmChange('thief.7@example.org');
  await takeBack(hal);
  assert.equal((await request(`POST /accounts/email/stop/${first.token}`, { body: {} })).status, 200);
  assert.ok((await signIn('Hal', 'another quiet harbour')).data.token);
});

test('an account that signs in with Google alone gets no mail about a password', async () => {
  const ida = await owner('Ida');
  await linkGoogle(ida, 'the owner Ida at Google');
  await sql`update credentials set password_hash = null where account_id = ${ida.id}`.execute(db);
  const body = { email: 'thief.8@example.org' };
  assert.equal((await request('PUT /accounts/email', { token: ida.token, body })).status, 200);
  await stopChange(ida);
  assert.ok(!(await mailsTo(ida.email)).some(({ kind }) => kind === 'password-removed'));
  assert.deepEqual(await waysIn(ida), ['the owner Ida at Google']);
});
