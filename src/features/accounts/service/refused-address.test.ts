import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { accountMessages } from '../contract/accounts.ts';
import { emailChangeMessages } from '../contract/email-change.ts';

const site = await accountsSite();
const { request, db, linkTo, signUp } = site;

async function refuse({ email }: Pick<Person, 'email'>): Promise<void> {
  await db
    .insertInto('refused_addresses')
    .values({ address_key: email.toLowerCase(), refused_at: new Date('2026-11-20T10:00:00Z') })
    .execute();
}

async function isRemembered({ email }: Pick<Person, 'email'>): Promise<boolean> {
  const rows = await db.selectFrom('refused_addresses').select('address_key').execute();
  return rows.some(({ address_key }) => address_key === email.toLowerCase());
}

async function verified(username: string): Promise<Person> {
  const person = await signUp(username);
  await site.verify(person);
  return person;
}

test('the owner of an address that came back learns the day, and asks for an email to try it', async () => {
  const [owner, other] = [await verified('Comes-back'), await verified('Neighbour')];
  const pretender = await signUp('Pretender', { email: owner.email });
  const state = async ({ token }: Person) =>
    (await request('GET /accounts/email', { token })).data.refused_at;
  const ask = async ({ token }: Person) =>
    (await request('POST /auth/verify-email', { token, body: {} })).message;
  assert.deepEqual([await state(owner), await ask(owner)], [null, accountMessages.alreadyVerified]);
  await refuse(owner);
  assert.equal(await state(owner), '2026-11-20T10:00:00.000Z');
  for (const person of [other, pretender]) assert.equal(await state(person), null, person.username);

  assert.equal(await ask(owner), emailChangeMessages.trialSent);
  assert.equal(await ask(pretender), accountMessages.resent, 'as ever, and its mail is for the owner');
  const mails = await site.mailsTo(owner.email);
  const trials = mails.filter(({ kind }) => kind === 'address-trial');
  assert.deepEqual(
    trials.map(({ subject, dropped_at }) => [subject, dropped_at]),
    [['Your emails are back', null]],
  );
  assert.match(trials[0]?.text_part ?? '', /as Comes-back/);
});

test('a refused address is forgotten with its account', async () => {
  const [leaver, other] = [await verified('Leaver'), await verified('Stays')];
  await refuse(leaver);
  await refuse(other);
  const body = { password: PASSWORD };
  assert.equal((await request('POST /accounts/delete', { token: leaver.token, body })).status, 200);
  assert.deepEqual([await isRemembered(leaver), await isRemembered(other)], [false, true]);
});

test('a refused address is forgotten when its owner has another one', async () => {
  const person = await verified('Mover');
  await refuse(person);
  const body = { email: 'moved@example.org', password: PASSWORD };
  assert.equal((await request('PUT /accounts/email', { token: person.token, body })).status, 200);
  assert.ok(await isRemembered(person), 'not before the new one is confirmed');
  const { token } = await linkTo(body.email, 'confirm-email');
  assert.equal((await request(`POST /accounts/email/confirm/${token}`, { body: {} })).status, 200);
  assert.ok(!(await isRemembered(person)));
});

test('a refused address is forgotten with its subscription', async () => {
  const reader = { email: 'Subscriber@example.org' };
  await request('POST /newsletter/subscribe', { body: reader });
  const { token } = await linkTo(reader.email, 'newsletter-confirm');
  assert.equal((await request(`POST /newsletter/confirm/${token}`, { body: {} })).status, 200);
  await refuse(reader);
  await request('POST /newsletter/unsubscribe', { body: reader });
  assert.ok(await isRemembered(reader), 'asking alone changes nothing');
  const { token: leaving } = await linkTo(reader.email, 'newsletter-unsubscribe');
  const left = await request(`POST /newsletter/unsubscribe/${leaving}`, { body: {} });
  assert.equal(left.status, 200, left.text);
  assert.ok(!(await isRemembered(reader)));
});
