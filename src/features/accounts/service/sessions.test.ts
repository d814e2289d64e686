import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createLogger } from '#platform/runtime/log.ts';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { testServer } from '#tests/support/test-server.ts';
import { deleteExpiredAccountData } from './mailing.ts';

const site = await accountsSite();
const { request, db, isSignedIn, signIn, signUp } = site;

const refresh = (refreshToken: string) => request('POST /auth/refresh', { body: { refreshToken } });

/** A second session of the same person, as on another device. */
async function signInElsewhere(person: Person): Promise<Person> {
  const { data } = await signIn(person.username, person.password);
  return { ...person, token: data.token, refreshToken: data.refreshToken };
}

async function assertEnded(person: Pick<Person, 'token' | 'refreshToken'>, why: string): Promise<void> {
  const { status, error } = await request('GET /accounts/profile', { token: person.token });
  assert.deepEqual([status, error?.code], [401, 'unauthenticated'], why);
  const renewed = await refresh(person.refreshToken);
  assert.deepEqual([renewed.status, renewed.error?.code], [401, 'unauthenticated'], why);
}

/** Simulates the passing of time: moves a table's times back in the database, whose clock decides. */
async function age(table: 'sessions' | 'access_tokens', person: Person, by: string): Promise<void> {
  const ofPerson = sql`select id from sessions where account_id = ${person.id}`;
  await (table === 'sessions'
    ? sql`update sessions set expires_at = expires_at - ${by}::interval where id in (${ofPerson})`
    : sql`update access_tokens set expires_at = expires_at - ${by}::interval where session_id in (${ofPerson})`
  ).execute(db);
}

async function ageReplaced(person: Person, by: string): Promise<void> {
  await sql`update refresh_tokens set replaced_at = replaced_at - ${by}::interval
    where session_id in (select id from sessions where account_id = ${person.id})`.execute(db);
}

// Interface, Accounts: Tokens are opaque, of 256 random bits, and only their hash is kept
// Interface, Accounts: refreshToken is valid for 30 days, and replaced at each use
test('refreshing a session replaces both tokens', async () => {
  const ada = await signUp('Ada');
  const { status, data } = await refresh(ada.refreshToken);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(data).sort(), ['refreshToken', 'token']);
  for (const token of [data.token, data.refreshToken]) assert.match(token, /^[\w-]{43}$/);
  assert.equal(new Set([ada.token, ada.refreshToken, data.token, data.refreshToken]).size, 4);
  assert.ok(await isSignedIn(data.token));
  assert.ok(await isSignedIn(ada.token), 'what is under way with the old token still arrives');
  assert.equal((await refresh(data.refreshToken)).status, 200);
});

// Interface, Accounts: Tokens are opaque, of 256 random bits, and only their hash is kept
test('the stored hash of a token does not work as a token', async () => {
  const ada = await signUp('Ada-kept');
  const stored = await sql<{ row: string }>`
    select a::text as row from access_tokens a union all select r::text from refresh_tokens r`.execute(db);
  const all = stored.rows.map(({ row }) => row).join('\n');
  for (const token of [ada.token, ada.refreshToken]) {
    assert.ok(!all.includes(token));
    assert.ok(!all.includes(Buffer.from(token, 'base64url').toString('hex')));
  }
  for (const [, hash = ''] of all.matchAll(/\\x([0-9a-f]{64})/g)) {
    const asToken = Buffer.from(hash, 'hex').toString('base64url');
    assert.ok(!(await isSignedIn(asToken)));
  }
});

// Interface, Accounts: A replaced token answers with the same successor for 10 seconds
test('concurrent refreshes with one token return one successor and keep the session', async () => {
  const ada = await signUp('Ada-fifty');
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(ada.refreshToken)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const [successor, ...others] = new Set(answers.map(({ data }) => JSON.stringify(data)));
  assert.equal(others.length, 0);
  const { token, refreshToken } = JSON.parse(successor ?? '');
  assert.ok(await isSignedIn(token));
  assert.ok(await isSignedIn(ada.token));
  assert.equal((await refresh(refreshToken)).status, 200);
});

test('successor tokens depend on a random salt, not only on the secret and the token', async () => {
  const ada = await signUp('Ada-salt');
  const first = await refresh(ada.refreshToken);
  // Resets the token as if it had never been replaced: only new randomness makes the second successors differ.
  await sql`update refresh_tokens set replaced_at = null, successor_salt = null
    where session_id in (select id from sessions where account_id = ${ada.id})`.execute(db);
  const second = await refresh(ada.refreshToken);
  assert.equal(second.status, 200);
  assert.notEqual(second.data.token, first.data.token);
  assert.notEqual(second.data.refreshToken, first.data.refreshToken);
});

test('the salt of successor tokens is deleted after the grace period', async () => {
  const ada = await signUp('Ada-forgotten');
  await refresh(ada.refreshToken);
  const salts = () =>
    sql`select from refresh_tokens where successor_salt is not null
      and session_id in (select id from sessions where account_id = ${ada.id})`.execute(db);
  await deleteExpiredAccountData(site.context);
  assert.equal((await salts()).rows.length, 1, 'within the grace period it is needed');
  await ageReplaced(ada, '11 seconds');
  await deleteExpiredAccountData(site.context);
  assert.equal((await salts()).rows.length, 0);
});

// Interface, Accounts: A replaced token answers with the same successor for 10 seconds
test('repeating a refresh within ten seconds returns the same tokens', async () => {
  const ada = await signUp('Ada-lost');
  const first = await refresh(ada.refreshToken);
  await ageReplaced(ada, '8 seconds');
  const second = await refresh(ada.refreshToken);
  assert.deepEqual(second.data, first.data);
  assert.ok(await isSignedIn(first.data.token));
});

// Interface, Accounts: A replaced token that is used later ends its session
test('reusing a replaced refresh token ends the session and logs a warning', async () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const askLogged = await createRequester(await testServer({ ...site.context, log }));
  const ada = await signUp('Ada-copied', { email: 'canary@example.org' });
  const other = await signInElsewhere(ada);
  const { data: successor } = await refresh(ada.refreshToken);
  await ageReplaced(ada, '11 seconds');

  const thief = await askLogged('POST /auth/refresh', {
    body: { refreshToken: ada.refreshToken },
    from: '203.0.113.9',
  });
  assert.deepEqual([thief.status, thief.error?.code], [401, 'unauthenticated']);
  await assertEnded(ada, 'the tokens that were copied');
  await assertEnded(successor, 'those that followed');
  assert.ok(await isSignedIn(other.token), 'a session on another device is another one');

  const warned = lines.filter((line) => JSON.parse(line).level === 'warn');
  assert.equal(warned.length, 1);
  assert.match(warned[0] ?? '', /refresh token was used again/);
  for (const secret of ['canary', 'Ada-copied', '203.0.113', ada.refreshToken, successor.token])
    assert.ok(!lines.join('').includes(secret), secret);
});

test('a replaced refresh token expires after ten seconds even if the clock was set back a day', async () => {
  const ada = await signUp('Ada-set-back');
  const { data: successor } = await refresh(ada.refreshToken);
  await ageReplaced(ada, '-8 seconds');
  assert.deepEqual(
    (await refresh(ada.refreshToken)).data,
    successor,
    'a clock that was set right by a little',
  );
  await ageReplaced(ada, '-1 day');
  assert.equal((await refresh(ada.refreshToken)).status, 401);
  await assertEnded(successor, 'those that followed');
});

// Interface, The API: A missing or bad token answers 401 unauthenticated, and an expired one token_expired
// Interface, Accounts: token is valid for 15 minutes
test('an expired access token returns token_expired, by database time', async () => {
  const ada = await signUp('Ada-expired');
  await age('access_tokens', ada, '14 minutes 50 seconds');
  assert.ok(await isSignedIn(ada.token));
  await age('access_tokens', ada, '11 seconds');
  const { status, error } = await request('GET /accounts/profile', { token: ada.token });
  assert.deepEqual([status, error?.code], [401, 'token_expired']);
  const { data } = await refresh(ada.refreshToken);
  assert.ok(await isSignedIn(data.token));
});

// Interface, Accounts: refreshToken is valid for 30 days, and replaced at each use
test('a session ends thirty days after its sign-in, however often it is refreshed', async () => {
  const ada = await signUp('Ada-month');
  await age('sessions', ada, '29 days 23 hours');
  const { data } = await refresh(ada.refreshToken);
  assert.ok(await isSignedIn(data.token));
  await age('sessions', ada, '61 minutes');
  const { status, error } = await request('GET /accounts/profile', { token: data.token });
  assert.deepEqual([status, error?.code], [401, 'token_expired']);
  assert.equal((await refresh(data.refreshToken)).status, 401);
  await site.context.jobs.enqueue(db, 'clean-accounts', {});
  await site.runJobs();
  assert.equal(await sessionsOf(ada), 0);
});

async function sessionsOf({ id }: Person): Promise<number> {
  return (await db.selectFrom('sessions').select('id').where('account_id', '=', id).execute()).length;
}

// Interface, Accounts: POST /auth/logout ends the session of its refreshToken, with or without a live token
test('signing out ends only that session, with or without a valid access token', async () => {
  const ada = await signUp('Ada-out');
  const [other, late] = [await signInElsewhere(ada), await signInElsewhere(ada)];
  const { status, data } = await request('POST /auth/logout', {
    token: ada.token,
    body: { refreshToken: ada.refreshToken },
  });
  assert.deepEqual([status, data], [200, {}]);
  await assertEnded(ada, 'the session that was signed out');
  await age('access_tokens', ada, '1 day');
  assert.equal(
    (await request('POST /auth/logout', { body: { refreshToken: late.refreshToken } })).status,
    200,
  );
  await assertEnded(late, 'signed out with an access token that had run out');
  assert.equal((await refresh(other.refreshToken)).status, 200);
});

test('signing out with a replaced refresh token ends the session', async () => {
  const ada = await signUp('Ada-stale');
  const { data } = await refresh(ada.refreshToken);
  await request('POST /auth/logout', { body: { refreshToken: ada.refreshToken } });
  await assertEnded(data, 'its successor');
});

// Interface, Accounts: POST /auth/logout answers 200 to everything
test('signing out succeeds with any request body', async () => {
  const json = { 'content-type': 'application/json' };
  for (const body of [
    ...[
      undefined,
      {},
      { refreshToken: '' },
      { refreshToken: 'x' },
      { refreshToken: null },
      { refreshToken: 7 },
    ],
    ...[{ refreshToken: ['x'] }, { refreshToken: { a: 1 } }, { refreshToken: 'x'.repeat(100_000) }],
    ...[{ refreshToken: 'a\u0000b' }, { token: 'a\u0000b' }, { refreshToken: '\ud800' }],
  ]) {
    const { status, data } = await request('POST /auth/logout', { body });
    assert.deepEqual([status, data], [200, {}], JSON.stringify(body)?.slice(0, 80));
  }
  assert.equal(
    (await request('POST /auth/logout', { headers: json })).status,
    200,
    'an announced body that is empty',
  );
  assert.equal(
    (await request('POST /auth/logout', { headers: { authorization: 'Bearer made-up' } })).status,
    200,
  );
});

test('signing out everywhere else keeps the current session', async () => {
  const ada = await signUp('Ada-many');
  const others = [await signInElsewhere(ada), await signInElsewhere(ada), await signInElsewhere(ada)];
  const bystander = await signUp('Bystander');
  const { status, data } = await request('POST /auth/logout-others', { token: ada.token, body: {} });
  assert.deepEqual([status, data], [200, { ended: 3 }]);
  for (const other of others) await assertEnded(other, 'another device');
  assert.ok(await isSignedIn(ada.token));
  assert.equal((await refresh(ada.refreshToken)).status, 200);
  assert.ok(await isSignedIn(bystander.token));
});

// Interface, Accounts: A change of password ends all other sessions at once
test('changing the password ends every other session at once', async () => {
  const ada = await signUp('Ada-change');
  const others = [await signInElsewhere(ada), await signInElsewhere(ada)];
  const body = { old_password: PASSWORD, new_password: 'ten quiet harbours' };
  const { status, data, message } = await request('PUT /accounts/password', { token: ada.token, body });
  assert.deepEqual([status, data, message], [200, {}, 'Password updated successfully']);
  for (const other of others) await assertEnded(other, 'another device');
  assert.ok(await isSignedIn(ada.token));
  assert.equal((await refresh(ada.refreshToken)).status, 200);
  assert.equal((await signIn('Ada-change', PASSWORD)).status, 401);
  assert.equal((await signIn('Ada-change', 'ten quiet harbours')).status, 200);
});

test('a sign-in with the old password during a password change does not survive it', async () => {
  const ada = await signUp('Ada-race');
  const [changed, ...tries] = await Promise.all([
    request('PUT /accounts/password', {
      token: ada.token,
      body: { old_password: PASSWORD, new_password: 'ten quiet harbours' },
    }),
    ...Array.from({ length: 24 }, () => signIn('Ada-race', PASSWORD)),
  ]);
  assert.equal(changed.status, 200);
  for (const { status, data } of tries) {
    assert.ok(status === 200 || status === 401, String(status));
    if (status === 200) await assertEnded(data, 'signed in with the password of before');
  }
  assert.ok(await isSignedIn(ada.token));
});

test('refreshes concurrent with ending the sessions return 200 or 401', async () => {
  for (let round = 0; round < 8; round++) {
    const ada = await signUp(`Ada-ending-${round}`);
    const others = await Promise.all(Array.from({ length: 4 }, () => signInElsewhere(ada)));
    const answers = await Promise.all([
      ...others.map((other) => refresh(other.refreshToken)),
      request('POST /auth/logout-others', { token: ada.token, body: {} }),
      ...others.map((other) => refresh(other.refreshToken)),
      ...others.map((other) => request('POST /auth/logout', { body: { refreshToken: other.refreshToken } })),
    ]);
    for (const { status } of answers) assert.ok(status === 200 || status === 401, String(status));
    for (const other of others) await assertEnded(other, 'ended in the midst of a refresh');
    assert.ok(await isSignedIn(ada.token));
  }
});
