import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { accountMessages } from '../contract/accounts.ts';

const site = await accountsSite();
const { request, db, linkTo, signUp } = site;

const open = (token: string) => request(`GET /auth/verify-email/${token}`);

async function isVerified({ token }: Person): Promise<boolean> {
  return (await request('GET /accounts/profile', { token })).data.email_verified === 1;
}

// Interface, Accounts: GET /auth/verify-email/{token} verifies, and answers success again
// Interface, Accounts: A verification token is kept as a hash
test('a verification link succeeds repeatedly, so mail scanners do not use it up', async () => {
  const person = await signUp('Scanned');
  const { url, token } = await linkTo(person.email, 'verify-email');
  assert.deepEqual([url.pathname, url.search], ['/verify-email', `?token=${token}`]);
  assert.equal((await request(`HEAD /auth/verify-email/${token}`)).status, 404);
  assert.ok(!(await isVerified(person)), 'a look at it does nothing');
  const answers = await Promise.all(Array.from({ length: 5 }, () => open(token)));
  answers.push(await open(token));
  for (const { status, data, message } of answers)
    assert.deepEqual([status, data, message], [200, {}, 'Email verified successfully']);
  assert.ok(await isVerified(person), 'and who had registered is still signed in');
  const { rows } = await sql<{ row: string }>`select mail_tokens::text as row from mail_tokens`.execute(db);
  const stored = rows.map(({ row }) => row).join();
  for (const form of [token, Buffer.from(token, 'base64url').toString('hex')])
    assert.ok(!stored.includes(form), 'only the hash is kept');
});

// Interface, Accounts: A verification link lasts 24 hours
test('a verification link expires after 24 hours of database time', async () => {
  const person = await signUp('Late-reader');
  const { token } = await linkTo(person.email, 'verify-email');
  const ageTokens = (by: string) =>
    sql`update mail_tokens set expires_at = expires_at - ${by}::interval where account_id = ${person.id}`.execute(
      db,
    );
  await ageTokens('24 hours 1 second');
  const { status, error } = await open(token);
  assert.deepEqual([status, error?.code, error?.message], [400, 'gone', accountMessages.verifyLinkExpired]);
  assert.ok(!(await isVerified(person)));
  await ageTokens('-3 seconds');
  assert.equal((await open(token)).status, 200);
  await ageTokens('1 hour');
  assert.equal((await open(token)).status, 400, 'also one that was used');
});

test('a used link to an address that the account has left is no longer valid', async () => {
  const person = await signUp('Moved-on');
  const { token } = await linkTo(person.email, 'verify-email');
  assert.equal((await open(token)).status, 200);
  const body = { email: 'moved-away@example.org', password: PASSWORD };
  assert.equal((await request('PUT /accounts/email', { token: person.token, body })).status, 200);
  const { token: confirmToken } = await linkTo(body.email, 'confirm-email');
  assert.equal((await request(`POST /accounts/email/confirm/${confirmToken}`, { body: {} })).status, 200);
  const { status, error } = await open(token);
  assert.deepEqual([status, error?.message], [400, accountMessages.verifyLinkExpired]);
});

// Interface, Accounts: An address is taken only once it is verified
test('of two accounts with one address the first to verify it owns it', async () => {
  const first = await signUp('First', { email: 'same@example.org' });
  const { token: firstToken } = await linkTo('same@example.org', 'verify-email');
  const second = await signUp('Second', { email: 'Same@Example.org' });
  const { token: secondToken } = await linkTo('same@example.org', 'verify-email');
  assert.notEqual(firstToken, secondToken);
  assert.equal((await open(secondToken)).status, 200);
  const { status, error } = await open(firstToken);
  assert.deepEqual([status, error?.code, error?.message], [409, 'taken', accountMessages.verifyTaken]);
  assert.deepEqual([await isVerified(first), await isVerified(second)], [false, true]);
});

test('of several concurrent verifications of one address one succeeds', async () => {
  const tokens: string[] = [];
  for (let i = 0; i < 8; i++) {
    await signUp(`Crowd-${i}`, { email: 'crowd@example.org' });
    tokens.push((await linkTo('crowd@example.org', 'verify-email')).token);
  }
  const answers = await Promise.all(tokens.map(open));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409]);
});

test('forged links and links for other purposes do not verify an address', async () => {
  const person = await signUp('Made-up');
  await request('POST /auth/password-reset', { body: { email: person.email } });
  await request('POST /accounts/delete-link', { token: person.token, body: {} });
  const otherLinks = [
    await linkTo(person.email, 'reset-password'),
    await linkTo(person.email, 'delete-account'),
  ];
  for (const token of [
    ...otherLinks.map((link) => link.token),
    person.token,
    'x',
    '0',
    'null',
    '%27',
    '%2e%2e%2f',
    '%F0%9F%8C%8A',
  ])
    assert.equal((await open(token)).status, 400, token);
  assert.equal((await open('%00')).error?.fields?.token, 'Text must not contain the NUL character');
  assert.equal((await open('x'.repeat(201))).error?.fields?.token, 'Token is too long');
  assert.equal((await open('x'.repeat(600))).status, 414);
  assert.equal((await open('%ff')).status, 400);
  assert.ok(!(await isVerified(person)));
});

// Interface, Accounts: POST /auth/verify-email sends the link again
test('the verification mail is sent again only while the address is unverified', async () => {
  const person = await signUp('Again');
  const first = await linkTo(person.email, 'verify-email');
  const resend = () => request('POST /auth/verify-email', { token: person.token, body: {} });
  const { status, data, message } = await resend();
  assert.deepEqual([status, data, message], [200, {}, 'Verification email sent successfully']);
  const second = await linkTo(person.email, 'verify-email');
  assert.notEqual(first.token, second.token);
  assert.equal((await open(first.token)).status, 200, 'any of the links will do');
  assert.equal((await open(second.token)).status, 200);
  const sent = (await site.mailsTo(person.email)).length;
  assert.equal((await resend()).message, accountMessages.alreadyVerified);
  assert.equal((await site.mailsTo(person.email)).length, sent);
});

test('a verification link of a deleted account fails', async () => {
  const person = await signUp('Gone');
  const { token } = await linkTo(person.email, 'verify-email');
  await request('POST /auth/verify-email', { token: person.token, body: {} });
  assert.equal(
    (await request('POST /accounts/delete', { token: person.token, body: { password: PASSWORD } })).status,
    200,
  );
  assert.equal((await open(token)).status, 400);
  const mails = (await site.mailsTo(person.email)).length;
  assert.equal(mails, 1, 'the mail that was still to be written is not');
});
