import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { noThrottle } from '#platform/rate-limits/throttle.ts';
import { accountsSite, deviceIn, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { type Answer, createRequester } from '#tests/support/api-requester.ts';
import { testServer } from '#tests/support/test-server.ts';

const site = await accountsSite({ throttle: true });
const { request, db, signIn } = site;

/** The number of networks so far; each person registers from a new one. */
let networks = 0;
async function register(username: string): Promise<Person> {
  networks += 1;
  const email = `${username.toLowerCase()}@example.org`;
  const body = { username, email, password: PASSWORD };
  const { data } = await request('POST /accounts/signup', { body, from: `100.64.${networks}.1` });
  return {
    id: data.user.id,
    username,
    email,
    password: PASSWORD,
    token: data.token,
    refreshToken: data.refreshToken,
  };
}

/** Lets time pass; negative seconds prolong all waits, so that none ends during the test. */
async function letTimePass(seconds: number): Promise<void> {
  await sql`update throttle_counters set expire = expire - ${seconds * 1000}`.execute(db);
}

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);
/** The number of passwords that were really checked. */
const countChecked = (answers: Answer[]) => statusesOf(answers).filter((status) => status === 401).length;

async function inBatches<T>(count: number, size: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < count; i += size)
    results.push(
      ...(await Promise.all(Array.from({ length: Math.min(size, count - i) }, (_, j) => work(i + j)))),
    );
  return results;
}

test('few of 1,000 guesses at one account from one network are checked, and the owner can sign in', async () => {
  await register('Guessed');
  const guess = (i: number) => signIn('Guessed', `guess number ${i}`, `203.0.113.${i % 200}`);
  const answers = await inBatches(1000, 100, guess);
  assert.ok(countChecked(answers) >= 5 && countChecked(answers) < 60, `${countChecked(answers)}`);
  assert.deepEqual(new Set(statusesOf(answers)), new Set([401, 429]));
  const refused = answers.find(({ status }) => status === 429);
  assert.equal(refused?.error?.code, 'too_many_requests');
  assert.match(
    refused?.message ?? '',
    /Please wait (\d+ seconds?|\d+ minutes?) and try again.*never locks you out/,
  );
  assert.ok(Number(refused?.headers['retry-after']) >= 1);
  assert.equal((await signIn('Guessed', PASSWORD, '198.51.100.1')).status, 200, 'the owner, from elsewhere');
});

test('slow guessing is limited as well', async () => {
  await register('Patiently');
  const answers: Answer[] = [];
  for (let i = 0; i < 200; i++) {
    answers.push(await signIn('Patiently', `guess ${i}`, '203.1.113.5'));
    await letTimePass(30);
  }
  assert.ok(countChecked(answers) < 30, `${countChecked(answers)} in a hundred minutes`);
});

test('guesses by one name in any spelling are counted together', async () => {
  const ada = await register('Spelled');
  await site.verify(ada);
  const usernames = ['Spelled', 'spelled', 'SPELLED', ' sPELLED '];
  const addresses = ['spelled@example.org', 'SPELLED@Example.org'];
  for (const names of [usernames, addresses]) {
    const nameOf = (index: number) => names[index % names.length] ?? '';
    const answers = await inBatches(60, 6, (i) => signIn(nameOf(i), `guess ${i}`, '203.2.113.5'));
    assert.ok(countChecked(answers) <= 12, `${names[0]}: ${countChecked(answers)}`);
  }
});

test('nobody finds out an account’s address by using up the tries of its username', async () => {
  const ada = await register('Nameless-here');
  await site.verify(ada);
  const typeCode = (username: string) =>
    request('POST /auth/login-code', { body: { username, code: 'XXXXX-XXXXX' }, from: '203.5.113.5' });
  const typePassword = (username: string) => signIn(username, 'guess', '203.5.113.5');
  for (const attempt of [typePassword, typeCode]) {
    for (let i = 0; i < 12; i++) {
      await attempt('Nameless-here');
      await letTimePass(-60);
    }
    assert.equal((await attempt('Nameless-here')).status, 429);
    for (const address of [ada.email, 'somebody-else@example.org'])
      assert.equal((await attempt(address)).status, 401, address);
  }
});

test('a reset ends the waits for the address as well as for the username', async () => {
  const ada = await register('Impatient');
  await site.verify(ada);
  const from = '203.6.113.5';
  for (const name of ['Impatient', ada.email]) {
    for (let i = 0; i < 8; i++) {
      await signIn(name, 'guess', from);
      await letTimePass(-60);
    }
    assert.equal((await signIn(name, PASSWORD, from)).status, 429, name);
  }
  await request('POST /auth/password-reset', { body: { email: ada.email }, from });
  const { token } = await site.linkTo(ada.email, 'reset-password');
  await request(`POST /auth/password-reset/${token}`, { body: { new_password: PASSWORD }, from });
  for (const name of ['Impatient', ada.email])
    assert.equal((await signIn(name, PASSWORD, from)).status, 200, name);
});

test('guesses at unknown names are limited like guesses at known names', async () => {
  await register('Really-there');
  const outcomesOf = async (name: string, from: string) => {
    const answers: Answer[] = [];
    for (let i = 0; i < 12; i++) {
      answers.push(await signIn(name, `guess ${i}`, from));
      await letTimePass(-60);
    }
    return answers.map(({ status, error }) => `${status} ${error?.code}`);
  };
  assert.deepEqual(
    await outcomesOf('Really-there', '203.3.113.5'),
    await outcomesOf('not-there-at-all', '203.4.113.5'),
  );
});

test('guesses at many accounts from one network are slowed, but not an owner on a known device there', async () => {
  const ada = await register('At-home');
  const from = '198.18.5.9';
  const first = await signIn('At-home', PASSWORD, from);
  assert.equal(first.status, 200);
  const answers = await inBatches(150, 30, (i) => signIn(`sprayed-${i}`, 'one password for all', from));
  assert.ok(countChecked(answers) >= 60 && countChecked(answers) < 75, `${countChecked(answers)}`);
  await letTimePass(-60);
  assert.equal((await signIn('At-home', PASSWORD, from)).status, 429, 'an unknown device');
  assert.equal((await signIn('At-home', PASSWORD, from, deviceIn(first))).status, 200);
  const byAddress = () => signIn(ada.email, PASSWORD, from, deviceIn(first));
  assert.equal((await byAddress()).status, 429, 'an unverified address');
  await site.verify(ada);
  assert.equal((await byAddress()).status, 200);
});

test('correct sign-ins from one network are never slowed', async () => {
  const { id } = await register('Template');
  const passwordHash = await db
    .selectFrom('credentials')
    .select('password_hash')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  for (let i = 0; i < 80; i++) {
    const account = await db
      .insertInto('accounts')
      .values({ username: `dweller-${i}`, profile_picture_url: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('credentials')
      .values({ account_id: account.id, email: null, email_verified_at: null, ...passwordHash })
      .execute();
  }
  const answers = await inBatches(80, 10, (i) => signIn(`dweller-${i}`, PASSWORD, '198.18.6.9'));
  assert.deepEqual(new Set(statusesOf(answers)), new Set([200]));
});

test('a correct password resets the count of wrong ones', async () => {
  await register('Absent-minded');
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 4; i++)
      assert.equal((await signIn('Absent-minded', 'wrong', '198.18.7.9')).status, 401);
    assert.equal((await signIn('Absent-minded', PASSWORD, '198.18.7.9')).status, 200);
  }
});

test('password guesses within an open session are limited', async () => {
  const ada = await register('Left-open');
  const tries: Answer[] = [];
  for (let i = 0; i < 20; i++) {
    const guess = `guess ${i}`;
    const [call, body] = (
      [
        ['PUT /accounts/password', { old_password: guess, new_password: 'ten quiet harbours' }],
        ['POST /accounts/delete', { password: guess }],
        ['POST /auth/google/link', { password: guess }],
      ] as const
    )[i % 3] ?? ['GET /auth/ways', {}];
    tries.push(await request(call, { token: ada.token, body, from: `10.200.${i}.1` }));
    await letTimePass(-60);
  }
  const statuses = statusesOf(tries);
  assert.equal(statuses.filter((status) => status === 422).length, 6);
  assert.equal(statuses.filter((status) => status === 429).length, 14);
  await letTimePass(3600);
  const body = { old_password: PASSWORD, new_password: 'ten quiet harbours' };
  assert.equal((await request('PUT /accounts/password', { token: ada.token, body })).status, 200);
  assert.equal(
    (await request('POST /accounts/delete', { token: ada.token, body: { password: 'wrong' } })).status,
    422,
  );
});

test('password guesses in one session do not delay the owner in another', async () => {
  const ada = await register('Elsewhere-too');
  const own = (await signIn('Elsewhere-too', PASSWORD, '198.18.8.9')).data;
  for (let i = 0; i < 8; i++) {
    const body = { password: `guess ${i}` };
    await request('POST /accounts/delete', { token: ada.token, body, from: '198.18.8.9' });
    await letTimePass(-60);
  }
  const body = { old_password: PASSWORD, new_password: 'ten quiet harbours' };
  assert.equal((await request('PUT /accounts/password', { token: ada.token, body })).status, 429);
  assert.equal((await request('PUT /accounts/password', { token: own.token, body })).status, 200);
});

test('without limits wrong passwords cause no wait', async () => {
  const unlimited = await createRequester(await testServer({ ...site.context, throttle: noThrottle }));
  const body = { username: 'Guessed', password: 'wrong' };
  const answers = await inBatches(80, 10, () => unlimited('POST /accounts/login', { body }));
  assert.deepEqual(new Set(statusesOf(answers)), new Set([401]));
});
