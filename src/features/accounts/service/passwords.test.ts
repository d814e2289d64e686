import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { accountMessages } from '../contract/accounts.ts';
import { sessionSchema } from '../contract/session.ts';

const site = await accountsSite();
const { request, db, isSignedIn, linkTo, mailsTo, signIn, signUp } = site;

const requestReset = (email: string) => request('POST /auth/password-reset', { body: { email } });
const setPassword = (token: string, new_password: string) =>
  request(`POST /auth/password-reset/${token}`, { body: { new_password } });

/** Requests a link and returns its token. */
async function resetToken(email: string): Promise<string> {
  await requestReset(email);
  return (await linkTo(email, 'reset-password')).token;
}

async function assertExpired(token: string, why: string): Promise<void> {
  const { status, error } = await setPassword(token, 'something quite new');
  assert.deepEqual(
    [status, error?.code, error?.message],
    [400, 'gone', accountMessages.resetLinkExpired],
    why,
  );
}

/** The number of rows of each table, including the job queue's. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables order by 1`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(name)}`.execute(db);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

async function linkGoogle(person: Person, subject: string): Promise<void> {
  const issuer = 'https://accounts.google.com';
  await db.insertInto('google_identities').values({ account_id: person.id, issuer, subject }).execute();
}

async function hasGoogle({ id }: Person): Promise<boolean> {
  const identities = await db
    .selectFrom('google_identities')
    .select('subject')
    .where('account_id', '=', id)
    .execute();
  return identities.length > 0;
}

// Interface, Accounts: Sign-up, login, reset and newsletter tell nobody whether an address has an account
// Interface, Accounts: A request for a reset answers the same for every address
test('a reset request has the same answer and the same database changes for every address', async () => {
  const known = await signUp('Known');
  await site.verify(known);
  const unverified = await signUp('Unproved');
  await site.runJobs();
  const answers = [];
  for (const email of [known.email, 'nobody@example.org', unverified.email, 'KNOWN@EXAMPLE.ORG']) {
    const before = await rowCounts();
    const { status, text, headers } = await requestReset(email);
    const after = await rowCounts();
    const changes = Object.keys(after).filter((table) => after[table] !== before[table]);
    assert.deepEqual(changes, ['graphile_worker._private_jobs'], email);
    const { date, ...rest } = headers;
    answers.push({ status, text, headers: rest });
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal(answers[0]?.status, 200);
  assert.equal(JSON.parse(answers[0]?.text ?? '').message, accountMessages.resetRequested);

  const sent = async (email: string) =>
    (await mailsTo(email)).filter((mail) => mail.kind === 'reset-password').length;
  assert.deepEqual(
    [await sent(known.email), await sent('nobody@example.org'), await sent(unverified.email)],
    [2, 0, 1],
  );
});

// Interface, Accounts: A reset ends all sessions at once
// Interface, Accounts: A reset link lasts an hour, and works once
// Interface, Security, law, operations: POST /auth/password-reset/{token} answers like login
test('a reset link sets a new password once and ends all sessions', async () => {
  const person = await signUp('Forgetful', { email: 'Forget.Ful@example.org' });
  await site.verify(person);
  const other = (await signIn('Forgetful', PASSWORD)).data;
  const token = await resetToken('forget.ful@EXAMPLE.org');
  const mail = (await mailsTo(person.email)).findLast((mail) => mail.kind === 'reset-password');
  assert.equal(mail?.address, 'Forget.Ful@example.org', 'as the account has it');
  assert.ok(mail?.text_part?.includes('Forgetful'));

  for (const [password, message] of [
    ['short', 'Password must be at least 8 characters long'],
    ['password', accountMessages.passwordLeaked],
    ['FORGETFUL', accountMessages.passwordIsName],
    ['forget.ful@example.org', accountMessages.passwordIsName],
  ] as const) {
    const { status, error } = await setPassword(token, password);
    assert.deepEqual([status, error?.fields], [422, { new_password: message }], password);
  }
  const { status, data, message } = await setPassword(token, 'ten quiet harbours');
  assert.deepEqual([status, message], [200, accountMessages.resetDone]);
  assert.equal(sessionSchema.strict().parse(data).user.id, person.id, 'and is signed in, as by the login');
  assert.ok(await isSignedIn(data.token));
  assert.ok(!(await isSignedIn(person.token)) && !(await isSignedIn(other.token)));
  assert.equal(
    (await request('POST /auth/refresh', { body: { refreshToken: other.refreshToken } })).status,
    401,
  );
  assert.equal((await signIn('Forgetful', PASSWORD)).status, 401);
  assert.equal((await signIn('forget.ful@example.org', 'ten quiet harbours')).status, 200);
  await assertExpired(token, 'used');
  const kinds = (await mailsTo(person.email)).map((each) => each.kind);
  assert.equal(kinds.at(-1), 'password-changed');
});

test('of 50 concurrent uses of a reset link one sets the password', async () => {
  const person = await signUp('Fifty-resets');
  const token = await resetToken(person.email);
  const passwords = Array.from({ length: 50 }, (_, i) => `harbour number ${i}`);
  const answers = await Promise.all(passwords.map((password) => setPassword(token, password)));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  for (const { status, error } of answers) assert.ok(status === 200 || error?.code === 'gone', `${status}`);
  const chosen = passwords[statuses.indexOf(200)] ?? '';
  assert.equal((await signIn('Fifty-resets', chosen)).status, 200);
});

// Interface, Accounts: A reset link lasts an hour, and works once
test('a reset link expires after one hour of database time', async () => {
  const person = await signUp('Slow-reader');
  const token = await resetToken(person.email);
  const ageTokens = (by: string) =>
    sql`update mail_tokens set expires_at = expires_at - ${by}::interval where account_id = ${person.id}`.execute(
      db,
    );
  await ageTokens('59 minutes');
  assert.equal((await setPassword(token, 'short')).status, 422);
  assert.notEqual((await setPassword(token, 'password')).error?.code, 'gone');
  await ageTokens('61 seconds');
  await assertExpired(token, 'an hour later');
});

test('a newer reset link invalidates older ones, and a used one invalidates all', async () => {
  const person = await signUp('Impatient');
  const [first, second] = [await resetToken(person.email), await resetToken(person.email)];
  await assertExpired(first, 'there is a newer one');
  const used = await setPassword(second, 'ten quiet harbours');
  assert.equal(used.status, 200);
  await assertExpired(second, 'used');
  const third = await resetToken(person.email);
  await site.db
    .updateTable('credentials')
    .set({ email_verified_at: new Date() })
    .where('account_id', '=', person.id)
    .execute();
  const { token } = (await signIn('Impatient', 'ten quiet harbours')).data;
  const body = { old_password: 'ten quiet harbours', new_password: 'twelve quiet harbours' };
  assert.equal((await request('PUT /accounts/password', { token, body })).status, 200);
  await assertExpired(third, 'the password was changed meanwhile');
});

test('forged links and links for other purposes do not set a password', async () => {
  const person = await signUp('Confused');
  const { token: verifying } = await linkTo(person.email, 'verify-email');
  await request('POST /accounts/delete-link', { token: person.token, body: {} });
  const { token: deleting } = await linkTo(person.email, 'delete-account');
  assert.match(deleting, /^[\w-]{43}$/);
  for (const token of [
    verifying,
    deleting,
    person.token,
    person.refreshToken,
    'x',
    'a'.repeat(43),
    '%27%20or%201=1',
  ])
    await assertExpired(token, token);
  assert.equal((await setPassword('a'.repeat(201), 'something quite new')).status, 422);
  assert.equal((await signIn('Confused', PASSWORD)).status, 200);
});

test('a reset by the owner of the address takes over an account that a stranger created with it', async () => {
  const creator = await signUp('Made-by-stranger', {
    email: 'victim@example.org',
    password: 'known to the stranger',
  });
  await linkGoogle(creator, 'the stranger');
  const token = await resetToken('victim@example.org');
  assert.equal((await setPassword(token, 'known to the victim')).status, 200);
  assert.ok(!(await isSignedIn(creator.token)));
  assert.equal(
    (await request('POST /auth/refresh', { body: { refreshToken: creator.refreshToken } })).status,
    401,
  );
  assert.equal((await signIn('Made-by-stranger', 'known to the stranger')).status, 401);
  assert.ok(!(await hasGoogle(creator)));
  const { data } = await signIn('victim@example.org', 'known to the victim');
  assert.equal(data.user.email_verified, 1);
});

test('a reset unlinks a Google account that was linked before the address was verified', async () => {
  const creator = await signUp('Trojan', { email: 'clicks@example.org', password: 'known to the stranger' });
  await linkGoogle(creator, 'another stranger');
  // The owner of the address opens the stranger's link.
  await site.verify(creator);
  assert.equal((await setPassword(await resetToken('clicks@example.org'), 'known to the owner')).status, 200);
  assert.ok(!(await hasGoogle(creator)));
});

test('a reset keeps a Google account that was linked after the address was verified', async () => {
  const owner = await signUp('Both-ways');
  await site.verify(owner);
  await linkGoogle(owner, 'the owner');
  assert.equal((await setPassword(await resetToken(owner.email), 'ten quiet harbours')).status, 200);
  assert.ok(await hasGoogle(owner));
});

test('an account without a password sets one by a mailed link', async () => {
  const person = await signUp('Google-only');
  await site.verify(person);
  await linkGoogle(person, 'google only');
  await db
    .updateTable('credentials')
    .set({ password_hash: null })
    .where('account_id', '=', person.id)
    .execute();
  assert.equal((await signIn('Google-only', PASSWORD)).status, 401);
  const change = { old_password: PASSWORD, new_password: 'ten quiet harbours' };
  assert.equal((await request('PUT /accounts/password', { token: person.token, body: change })).status, 422);
  assert.equal((await setPassword(await resetToken(person.email), 'ten quiet harbours')).status, 200);
  const { data } = await signIn('Google-only', 'ten quiet harbours');
  assert.deepEqual([data.user.has_password, data.user.has_google], [true, true]);
});

test('a reset changes the account that verified the address, among several that gave it', async () => {
  await signUp('Gave-it-1', { email: 'many@example.org' });
  const verified = await signUp('Proved-it', { email: 'many@example.org' });
  await site.verify(verified);
  await signUp('Gave-it-2', { email: 'many@example.org' });
  assert.equal((await setPassword(await resetToken('many@example.org'), 'ten quiet harbours')).status, 200);
  assert.equal((await signIn('Proved-it', 'ten quiet harbours')).status, 200);
  for (const name of ['Gave-it-1', 'Gave-it-2']) assert.equal((await signIn(name, PASSWORD)).status, 200);
});

test('a reset for an address that several accounts gave and none verified lets its reader choose the account', async () => {
  const mine = await signUp('Gave-it-first', { email: 'Shared@example.org' });
  const theirs = await signUp('Gave-it-next', { email: 'shared@example.org' });
  await signUp('Gave-another', { email: 'shared.2@example.org' });
  await requestReset('SHARED@example.org');
  const mails = (await mailsTo('Shared@example.org')).filter(({ kind }) => kind === 'reset-password');
  assert.equal(mails.length, 1, 'one mail, as for every address');
  const text = mails[0]?.text_part ?? '';
  const links = [...text.matchAll(/(Gave-\S+):\n\S+token=([\w-]+)/g)].map(([, name, token = '']) => ({
    name,
    token,
  }));
  assert.deepEqual(
    links.map(({ name }) => name),
    ['Gave-it-first', 'Gave-it-next'],
    'a stranger’s later account takes nobody’s place',
  );
  const [first, next] = links;
  assert.equal((await setPassword(first?.token ?? '', 'ten quiet harbours')).status, 200);
  assert.equal((await signIn('shared@example.org', 'ten quiet harbours')).data.user.id, mine.id);
  assert.ok(!(await isSignedIn(mine.token)) && (await isSignedIn(theirs.token)));
  assert.equal((await setPassword(next?.token ?? '', 'twelve quiet harbours')).status, 200);
  assert.equal((await signIn('Gave-it-next', 'twelve quiet harbours')).data.user.email_verified, 0);
});

test('a reset for an address of very many accounts has links for the oldest of them', async () => {
  for (let n = 1; n <= 12; n++) await signUp(`Very-many-${n}`, { email: 'very.many@example.org' });
  await requestReset('very.many@example.org');
  const mail = (await mailsTo('very.many@example.org')).findLast(({ kind }) => kind === 'reset-password');
  const names = [...(mail?.text_part ?? '').matchAll(/Very-many-(\d+):/g)].map(([, n]) => Number(n));
  assert.deepEqual(names, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('of a concurrent password change and reset exactly one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await signUp(`Both-at-once-${round}`);
    const token = await resetToken(person.email);
    const body = { old_password: PASSWORD, new_password: 'set in the settings' };
    const [changed, reset] = await Promise.all([
      request('PUT /accounts/password', { token: person.token, body }),
      setPassword(token, 'set by the link'),
    ]);
    // The first to finish invalidates the other's proof: the old password, or the link.
    assert.deepEqual([changed.status, reset.status].sort(), changed.status === 200 ? [200, 400] : [200, 422]);
    const winner = changed.status === 200 ? 'set in the settings' : 'set by the link';
    assert.equal((await signIn(person.username, winner)).status, 200);
  }
});
