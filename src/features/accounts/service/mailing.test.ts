import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { solve } from '#tests/support/proof-of-work.ts';

// Configured like a running site: with mail caps and request limits.
const site = await accountsSite({ mailCaps: true, throttle: true });
const { request, db, mailsTo, signUp } = site;

const requestReset = (email: string, from: string) =>
  request('POST /auth/password-reset', { body: { email }, from });
const setPassword = (token: string, new_password: string) =>
  request(`POST /auth/password-reset/${token}`, { body: { new_password } });

/** The tokens of all mails of a kind to an address, including queued ones. */
async function tokensTo(email: string, kind: string): Promise<string[]> {
  const mails = (await mailsTo(email)).filter((mail) => mail.kind === kind && mail.text_part !== null);
  return mails.map((mail) => /token=([\w-]{43})/.exec(mail.text_part ?? '')?.[1] ?? '');
}

/** A person with a verified address, whose earlier mails no longer count. */
async function verifiedPerson(username: string): Promise<Person> {
  const person = await signUp(username);
  await site.verify(person);
  await db.deleteFrom('outbox_mails').where('address_key', '=', person.email).execute();
  return person;
}

// Interface, Security, law, operations: Three password resets are mailed to an address a day
test('500 reset requests for one person send three mails and do not reveal whether the account exists', async () => {
  const person = await verifiedPerson('Bombed');
  /** The answers that each network gets for ten requests at once. */
  const answersTo = async (email: string, networks: number, net: number) => {
    const answersOfNetworks: string[][] = [];
    for (let network = 0; network < networks; network += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => requestReset(email, `198.${net}.${network}.${i}`)),
      );
      answersOfNetworks.push(
        answers.map(({ status, error, message }) => `${status} ${error?.code ?? message}`).sort(),
      );
    }
    return answersOfNetworks;
  };
  const known = await answersTo(person.email, 50, 51);
  const unknown = await answersTo('nobody@example.org', 5, 18);
  assert.match(known[0]?.at(-1) ?? '', /^429/, 'one network can’t ask without end');
  for (const answers of [...known, ...unknown]) assert.deepEqual(answers, known[0]);
  const planned = (await mailsTo(person.email)).filter((mail) => mail.dropped_at === null);
  assert.equal(planned.length, 3);
  assert.equal((await mailsTo('nobody@example.org')).length, 0);
});

// Interface, Security, law, operations: Security and moderation notices are never counted, delayed or dropped
test('mail requests by strangers do not delay an author’s reset, its notice and a moderation decision', async () => {
  const { author, hiddenStory } = await moderatedSite(site.context);
  const email = `${author.username}@example.org`;
  const preferences = { newStories: true, featuredAuthors: true, weeklyUpdates: true };
  for (let i = 0; i < 5; i++) {
    const from = `203.2.${i}.1`;
    await request('POST /newsletter/subscribe', { body: { email, preferences }, from });
    await request('PUT /newsletter/preferences', { body: { email, preferences }, from });
    await request('POST /newsletter/unsubscribe', { body: { email }, from });
    const body = { username: `cutter-${i}`, email, password: PASSWORD };
    await request('POST /accounts/signup', { body, from: `203.3.${i}.1` });
  }
  await mailsTo(email);
  await requestReset(email, '203.4.0.1');
  const [token = ''] = await tokensTo(email, 'reset-password');
  assert.equal((await setPassword(token, 'ten quiet harbours')).status, 200);
  await hiddenStory();
  const mails = (await mailsTo(email)).filter((mail) => mail.dropped_at === null);
  const sent = (kind: string) => mails.filter((mail) => mail.kind === kind);
  assert.equal(sent('newsletter-confirm').length, 1);
  for (const kind of ['reset-password', 'password-changed', 'moderation-decision']) {
    const [mail, ...more] = sent(kind);
    assert.ok(mail && more.length === 0, kind);
    assert.ok(mail.send_at.getTime() - mail.created_at.getTime() < 30_000, `${kind} goes out at once`);
  }
});

test('repeated reset requests by a stranger do not invalidate the owner’s link', async () => {
  const person = await verifiedPerson('Pestered');
  await requestReset(person.email, '203.0.113.1');
  const [first = ''] = await tokensTo(person.email, 'reset-password');
  for (let i = 0; i < 7; i++) await requestReset(person.email, `203.1.${i}.1`);
  const tokens = await tokensTo(person.email, 'reset-password');
  assert.equal(tokens.length, 3, 'the first one, two that wait for their turn, and no more');
  assert.equal((await setPassword(first, 'password')).status, 422, 'the link is still good');

  // The second mail's send slot is a minute after the first.
  await sql`update mail_tokens set expires_at = expires_at - interval '61 seconds'
    where account_id = ${person.id}`.execute(db);
  assert.equal((await setPassword(first, 'ten quiet harbours')).error?.code, 'gone');
  assert.equal((await setPassword(tokens[1] ?? '', 'ten quiet harbours')).status, 200);
  for (const token of tokens.slice(2))
    assert.equal((await setPassword(token, 'eleven quiet harbours')).error?.code, 'gone');
});

test('repeated registrations with one address send its owner one mail', async () => {
  const owner = await verifiedPerson('Patient-owner');
  const answers = [];
  for (let i = 0; i < 12; i++) {
    const body = { username: `pest-${i}`, email: owner.email, password: PASSWORD };
    answers.push(await request('POST /accounts/signup', { body, from: `192.0.${i}.1` }));
  }
  for (const { status, data } of answers) assert.deepEqual([status, data.user.email_verified], [201, 0]);
  const mails = await mailsTo(owner.email);
  assert.equal(mails.length, 12);
  assert.deepEqual(new Set(mails.map((mail) => mail.kind)), new Set(['address-in-use']));
  assert.equal(mails.filter((mail) => mail.dropped_at === null).length, 1);
});

test('each call that sends mail has its own limit per network, and 429 states the wait', async () => {
  const from = '192.168.7.7';
  const { token } = await signUp('Mailer');
  const preferences = { newStories: true, featuredAuthors: true, weeklyUpdates: true };
  let counter = 0;
  const calls = {
    reset: () => requestReset(`${counter++}@example.org`, from),
    newsletter: () =>
      request('POST /newsletter/subscribe', {
        body: { email: `${counter++}@example.org`, preferences },
        from,
      }),
    link: () => request('POST /auth/verify-email', { from, token, body: {} }),
    signUp: () =>
      request('POST /accounts/signup', {
        from,
        body: { username: `mailer-${counter++}`, email: `${counter}@example.org`, password: PASSWORD },
      }),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (let i = 0; i < 5; i++) assert.ok((await call()).status < 300, name);
    // The first request over the limit starts the wait.
    await call();
    const refused = await call();
    assert.deepEqual([refused.status, refused.error?.code], [429, 'too_many_requests'], name);
    assert.match(refused.message ?? '', /Please wait (\d+ seconds?|\d+ minutes?) and try again/);
    assert.ok(Number(refused.headers['retry-after']) >= 1);
  }
  assert.equal((await request('POST /accounts/delete-link', { from, token, body: {} })).status, 429);
  assert.ok(
    (await requestReset('e@example.org', '192.168.8.7')).status === 200,
    'another network is not held up',
  );
});

test('limits signups from one IPv6 block', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 40; i++) {
    const body = { username: `block-${i}`, email: `block-${i}@example.org`, password: PASSWORD };
    const from = `2001:db8:77:${i.toString(16)}::1`;
    statuses.push((await request('POST /accounts/signup', { body, from })).status);
  }
  const createdCount = statuses.filter((status) => status === 201).length;
  assert.ok(createdCount >= 20 && createdCount < 30, String(createdCount));
});

test('a proof of work admits a signup from a network over its limit, once', async () => {
  const from = (host: number) => `192.168.9.${host}`;
  for (let i = 0; i < 8; i++) {
    const body = { username: `noisy-${i}`, email: `noisy-${i}@example.org`, password: PASSWORD };
    await request('POST /accounts/signup', { body, from: from(i) });
  }
  const body = { username: 'Quiet-neighbour', email: 'quiet@example.org', password: PASSWORD };
  const refused = await request('POST /accounts/signup', { body, from: from(99) });
  assert.equal(refused.status, 429);
  assert.ok(refused.error?.challenge);
  const headers = { 'proof-of-work': solve(refused.error.challenge) };
  assert.equal((await request('POST /accounts/signup', { body, from: from(99), headers })).status, 201);
  const again = { ...body, username: 'Quiet-neighbour-2' };
  assert.equal(
    (await request('POST /accounts/signup', { body: again, from: from(99), headers })).status,
    429,
  );
  assert.equal((await mailsTo('quiet@example.org')).length, 1);
});
