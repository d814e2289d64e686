import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '#platform/database/database.ts';
import { createOutbox } from '#platform/mail/outbox.ts';
import { createSharedCounters } from '#platform/rate-limits/shared-counters.ts';
import { createThrottle } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { createSigner } from '#platform/security/secret.ts';
import { accountsSite } from './support/accounts-site.ts';
import { type Answer, createRequester, type RequestOptions } from './support/api-requester.ts';
import { authenticatorWith } from './support/authenticator.ts';
import { clientOf, startProvider } from './support/openid-provider.ts';
import { runDueJobs } from './support/run-due-jobs.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testServer } from './support/test-server.ts';

const provider = await startProvider();
after(() => provider.stop());
const site = await accountsSite();
const { db, connectionString } = site;

const lines: string[] = [];
const log = createLogger({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const database = openDatabase({ connectionString, log });
after(() => database.close());
const context: Context = {
  ...site.context,
  ...{ db: database.db, log, google: clientOf({ issuer: provider.issuer, log }) },
  outbox: createOutbox({ jobs: site.context.jobs, log, caps: true }),
  throttle: createThrottle(
    createSharedCounters({ db: database.db, signer: createSigner(Buffer.from('a secret of this test')) }),
  ),
};
const server = await testServer(context, { rateLimits: true });
const sendRequest = await createRequester(server);

/**
 * Values that must never appear in a log: names and addresses of people, passwords, tokens, and network
 * addresses.
 */
const NAME = 'Canary-name';
const EMAIL = 'canary.address@example.org';
const PASSWORD = 'canary password of theirs';
const secrets = new Set([
  NAME,
  'canary.address',
  'canary password',
  '203.0.113',
  'canary-agent',
  'canary-typed',
]);
const answers: Answer[] = [];

async function request(
  call: Parameters<typeof sendRequest>[0],
  options: RequestOptions = {},
): Promise<Answer> {
  const headers = { 'user-agent': 'canary-agent/1.0', ...options.headers };
  const answer = await sendRequest(call, { from: '203.0.113.77', ...options, headers });
  answers.push(answer);
  for (const token of [answer.data?.token, answer.data?.refreshToken]) if (token) secrets.add(token);
  for (const cookie of answer.cookies) if (cookie.value !== '') secrets.add(cookie.value);
  return answer;
}

async function linkOf(kind: string): Promise<string> {
  await runDueJobs(connectionString, context);
  const mails = await db
    .selectFrom('outbox_mails')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
  const token = /(?:token|delete)=([\w-]{43})/.exec(mails.at(-1)?.text_part ?? '')?.[1] ?? '';
  assert.notEqual(token, '', kind);
  secrets.add(token);
  return token;
}

async function loginCode(): Promise<string> {
  await runDueJobs(connectionString, context);
  const { text_part } = await db
    .selectFrom('outbox_mails')
    .select('text_part')
    .where('kind', '=', 'login-code')
    .executeTakeFirstOrThrow();
  const code = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/m.exec(text_part ?? '')?.[0] ?? '';
  assert.notEqual(code, '');
  secrets.add(code);
  return code;
}

/** Lives through an account's life with every mistake that can be made in it. */
async function useAccount(): Promise<void> {
  const body = { username: NAME, email: EMAIL, password: PASSWORD };
  const { data } = await request('POST /accounts/signup', { body });
  await request('POST /accounts/signup', { body });
  await request('POST /accounts/signup', {
    body: { username: 'canary-typed!', email: 'canary-typed', password: 'canary-typed' },
  });
  await request(`GET /auth/verify-email/${await linkOf('verify-email')}`);
  await request('POST /accounts/signup', {
    body: { username: 'other-name', email: EMAIL, password: PASSWORD },
  });
  await request('GET /auth/verify-email/canary-typed-token');
  for (let i = 0; i < 9; i++)
    await request('POST /accounts/login', { body: { username: EMAIL, password: 'canary-typed' } });
  await request('POST /accounts/login', { body: { username: 'canary-typed', password: PASSWORD } });
  await request('POST /accounts/login', { body, from: '203.0.113.78' });
  await request('POST /accounts/login', {
    body: '{"username":"canary-typed',
    headers: { 'content-type': 'application/json' },
  });
  await request('POST /accounts/login', { body: 'canary-typed', headers: { 'content-type': 'text/plain' } });
  await request('POST /accounts/login', { body: { username: 'canary-typed\0', password: 'canary-typed\0' } });
  await request('GET /accounts/profile', { token: 'canary-typed-token' });
  await request('GET /accounts/profile?canary-typed=canary-typed', {
    token: data.token,
    cookies: { 'canary-typed': 'x' },
  });
  const token = data.token;
  await request('PUT /accounts/profile', {
    token,
    body: { bio: 7, display_name: 'canary-typed'.repeat(20) },
  });
  await request('PUT /accounts/password', {
    token,
    body: { old_password: 'canary-typed', new_password: 'canary-typed-2' },
  });
  await request('PUT /accounts/password', {
    token,
    body: { old_password: PASSWORD, new_password: `${PASSWORD} 2` },
  });
  await request('POST /auth/password-reset', { body: { email: EMAIL }, from: '203.0.113.200' });
  await request('POST /auth/password-reset', { body: { email: 'canary-typed@example.org' } });
  await request(`POST /auth/password-reset/${await linkOf('reset-password')}`, {
    body: { new_password: PASSWORD },
  });
  await request('POST /auth/password-reset/canary-typed-token', { body: { new_password: PASSWORD } });
  // The clock moves a day on: the mails so far have used up the daily limit of the address.
  await db.deleteFrom('outbox_mails').execute();
  await request('POST /auth/login-code', { body: { username: NAME } });
  await request('POST /auth/login-code', { body: { username: 'canary-typed' } });
  const code = await loginCode();
  await request('POST /auth/login-code', { body: { username: EMAIL, code: 'canary-typed' } });
  await request('POST /auth/login-code', { body: { username: NAME, code }, from: '203.0.113.79' });
  const started = await request('GET /auth/google/login');
  const account = { subject: 'canary-typed-subject', email: 'canary.address@gmail.example' };
  const back = await provider.visit(started.data.auth_url, account);
  for (const secret of [back.code, back.state]) secrets.add(secret);
  const cookies = { [started.cookies[0]?.name ?? '']: started.cookies[0]?.value ?? '' };
  await request('POST /auth/google/callback', {
    body: { code: 'canary-typed', state: 'canary-typed' },
    cookies,
  });
  const again = await request('GET /auth/google/login');
  const there = await provider.visit(again.data.auth_url, account);
  for (const secret of [there.code, there.state]) secrets.add(secret);
  const itsCookies = { [again.cookies[0]?.name ?? '']: again.cookies[0]?.value ?? '' };
  await request('POST /auth/google/callback', {
    body: { ...there, code: 'canary-typed' },
    cookies: itsCookies,
  });
  const { data: renewed } = await request('POST /accounts/login', { body, from: '203.0.112.1' });
  await useSecondFactor(renewed.token);
  await request('POST /auth/refresh', { body: { refreshToken: renewed.refreshToken } });
  await db
    .updateTable('refresh_tokens')
    .set({ replaced_at: new Date(0) })
    .where('replaced_at', 'is not', null)
    .execute();
  await request('POST /auth/refresh', { body: { refreshToken: renewed.refreshToken } });
  await request('POST /auth/logout', { body: { refreshToken: renewed.refreshToken, 'canary-typed': 1 } });
}

/** Sets up an authenticator app, and logs in with it, with every mistake. */
async function useSecondFactor(token: string): Promise<void> {
  const { data: begun } = await request('POST /accounts/totp/begin', { token, body: {} });
  const { code } = authenticatorWith(begun.secret);
  await request('POST /accounts/totp/confirm', { token, body: { code: 'canary-typed' } });
  const { data } = await request('POST /accounts/totp/confirm', { token, body: { code: code() } });
  const login = await request('POST /accounts/login', {
    body: { username: NAME, password: PASSWORD },
    from: '203.0.112.2',
  });
  const { ticket } = login.data;
  for (const secret of [begun.secret, ticket, ...data.recovery_codes]) secrets.add(secret);
  for (const typed of ['canary-typed', data.recovery_codes[0]])
    await request('POST /accounts/login/second-factor', { body: { ticket, code: typed } });
  await request('POST /accounts/fresh-sign-in', {
    token,
    body: { password: 'canary-typed', code: 'canary-typed' },
  });
  await request('POST /accounts/fresh-sign-in', { token, body: { code: data.recovery_codes[1] } });
  await request('DELETE /accounts/sessions/canary-typed', { token });
  await request('GET /accounts/sessions', { token });
}

/** Shares a draft by a secret link, and sends a correction by it. */
async function shareDraft(): Promise<void> {
  const author = await signedIn(context, 'the-sharer');
  const { token } = author;
  const { data: story } = await request('POST /stories', {
    token,
    body: { title: 'x', visibility: 'draft' },
  });
  const text = { title: 'x', content: '<p>x</p>' };
  const { data: chapter } = await request(`POST /stories/${story.id}/chapters`, { token, body: text });
  const { data: link } = await request(`POST /stories/${story.id}/secret-link`, { token, body: {} });
  const secret = link.url.split('/').at(-1);
  secrets.add(secret);
  const correction = { quote: 'canary-typed', replacement: 'canary-typed 2', note: 'canary-typed' };
  const path = `/secret-links/${secret}/chapters/${chapter.id}` as const;
  const answers = [
    await request(`GET /secret-links/${secret}`),
    await request(`GET ${path}`),
    await request(`POST ${path}/corrections`, { body: correction }),
    await request(`POST ${path}/corrections`, { body: { ...correction, quote: '' } }),
    await request(`GET /secret-links/${secret}/chapters/x`),
    await request('GET /secret-links/canary-typed-token'),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 201, 422, 404, 404],
  );
}

/** Reads a private feed and catalogue by their addresses, and by one that has ended. */
async function readByFeedToken(): Promise<void> {
  const { token } = await signedIn(context, 'the-follower');
  const statuses: number[] = [];
  for (const isLast of [false, true]) {
    const { data } = await request('POST /feed-token', { token, body: {} });
    secrets.add(data.token);
    const paths = [
      `/feed/${data.token}.xml`,
      `/opds/${data.token}`,
      `/opds/v2/${data.token}/shelf/bookmarks`,
    ];
    const book = `/opds/${data.token}/book/none.epub`;
    for (const url of [...paths, book]) statuses.push((await server.inject({ url })).statusCode);
    if (isLast) await request('DELETE /feed-token', { token });
    for (const url of isLast ? paths : []) statuses.push((await server.inject({ url })).statusCode);
  }
  assert.deepEqual(statuses, [200, 200, 200, 404, 200, 200, 200, 404, 404, 404, 404]);
}

/** Sends requests to a site whose database is in trouble. */
async function requestDuringOutage(): Promise<void> {
  const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', log });
  after(() => away.close());
  const broken = await createRequester(await testServer({ ...context, db: away.db }));
  const call = {
    body: { username: NAME, email: EMAIL, password: PASSWORD },
    from: '203.0.113.77',
    isOneTry: true,
  };
  answers.push(await broken('POST /accounts/login', call), await broken('POST /accounts/signup', call));
  answers.push(await broken('GET /auth/verify-email/canary-typed-token', { isOneTry: true }));
  // PostgreSQL repeats the row of a violated constraint in its error; the other one is a bug of the site.
  const failing = await testServer(context);
  const failures = [
    {
      status: 422,
      begin: 'alter table credentials add constraint none check (email is null) not valid',
      end: 'alter table credentials drop constraint none',
    },
    {
      status: 500,
      begin: 'alter table credentials rename column email to renamed',
      end: 'alter table credentials rename column renamed to email',
    },
  ];
  for (const { status, begin, end } of failures) {
    await database.pool.query(begin);
    const failure = await failing.inject({
      method: 'POST',
      url: '/api/accounts/signup',
      payload: { ...call.body, username: 'Canary-name-2' },
    });
    await database.pool.query(end);
    assert.equal(failure.statusCode, status);
    assert.doesNotMatch(failure.body, /canary/i);
  }
}

test('the log contains no personal data, even at level trace', async () => {
  await useAccount();
  await shareDraft();
  await readByFeedToken();
  await requestDuringOutage();
  const whole = lines.join('');
  // The log has seen all of it: requests, a stolen session, a provider's refusal, a database that is away, a
  // bug.
  for (const sign of [
    ...[
      '"request"',
      '/api/auth/verify-email/:token',
      '/api/secret-links/:token',
      '/feed/:file',
      '/opds/:token/book/:file',
      'a replaced refresh token was used again',
    ],
    ...['OpenID provider failed', 'the database is not available', 'a bug'],
  ])
    assert.ok(whole.includes(sign), sign);
  assert.ok(lines.length > 40 && secrets.size > 20, `${lines.length} lines, ${secrets.size} canaries`);
  for (const line of lines) {
    for (const canary of secrets)
      assert.ok(!line.toLowerCase().includes(canary.toLowerCase()), `${canary}: ${line}`);
  }
});

test('no answer to a mistake repeats what was typed', () => {
  const mistakes = answers.filter(({ status }) => status >= 400);
  const statuses = new Set(mistakes.map(({ status }) => status));
  for (const status of [400, 401, 409, 415, 422, 429, 503]) assert.ok(statuses.has(status), String(status));
  for (const { text } of mistakes)
    for (const canary of secrets)
      assert.ok(!text.toLowerCase().includes(canary.toLowerCase()), `${canary}: ${text}`);
});
