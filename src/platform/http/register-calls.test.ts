import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fastifyCookie from '@fastify/cookie';
import Fastify from 'fastify';
import { z } from 'zod';
import { answerException } from '#app/errors.ts';
import { type Access, defineCall } from '#base/contract.ts';
import { success } from '#base/failure.ts';
import { authenticate } from '#features/accounts/service/sessions.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { noBans } from '../rate-limits/network-bans.ts';
import { createRequestLimits, noLimits, type RequestLimits } from '../rate-limits/request-limits.ts';
import { createLogger } from '../runtime/log.ts';
import type { Caller } from './caller.ts';
import { type ImplementedCall, implement } from './implemented-call.ts';
import { describeCalls } from './openapi.ts';
import { registerCalls } from './register-calls.ts';

const { context } = await testDatabase();
const { db } = context;

function call<W extends Access>(who: W, method: 'GET' | 'POST' = 'GET', limit: 'read' | 'write' = 'read') {
  return defineCall({
    name: `${method} for ${who}`,
    method,
    path: `/for-${who}`,
    summary: 'Tells who has called.',
    access: who,
    rateLimit: limit,
    input: z.object({ text: z.string().optional() }),
    data: z.object({ username: z.string().nullable() }),
    errors: [],
  });
}

const whoCalled = async (
  _context: unknown,
  _input: unknown,
  caller: Caller<{ username: string } | undefined>,
) => success({ username: caller.account?.username ?? null });

const calls: ImplementedCall[] = [
  implement(call('anyone'), whoCalled),
  implement(call('optional-auth'), whoCalled),
  implement(call('signed-in'), whoCalled),
  implement(call('moderator'), whoCalled),
  implement(call('admin'), whoCalled),
  implement(call('signed-in', 'POST', 'write'), whoCalled),
];

async function serverOf(implemented: ImplementedCall[], limits: RequestLimits = noLimits) {
  const app = Fastify();
  const quiet = { ...context, log: createLogger({ level: 'silent' }) };
  await app.register(fastifyCookie);
  app.setErrorHandler((error, request, reply) =>
    answerException(error, request, reply, {
      context: quiet,
      renderer: {
        render: () => Promise.reject(new Error('no pages here')),
        knownAddress: (url) => url,
        hasPage: () => true,
        assetsOf: () => assert.fail(),
      },
    }),
  );
  registerCalls(app, implemented, {
    ...{ context: quiet, limits, authenticate: authenticate(context) },
    bans: noBans,
    connections: { beginUpload: () => () => {} },
  });
  after(() => app.close());
  return app;
}

const app = await serverOf(calls);
const user = await signedIn(context, 'ursula');
const moderator = await signedIn(context, 'molly', { role: 'moderator' });
const admin = await signedIn(context, 'anna', { role: 'admin' });
const expired = await signedIn(context, 'late-one', { role: 'admin' });
await db
  .updateTable('access_tokens')
  .set({ expires_at: new Date(0) })
  .where('session_id', '=', expired.caller.account.sessionId)
  .execute();

/** The caller that the server recognises, or the reason for its refusal. */
async function asked(who: Access, headers: { authorization?: string } = {}): Promise<string | null> {
  const response = await app.inject({ url: `/api/for-${who}`, headers });
  const body = response.json();
  if (response.statusCode === 200) return body.data.username;
  return `${response.statusCode} ${body.error.code}`;
}

// Spec 6: What each of visitor, member and author may do
// Interface, The API: A missing or bad token answers 401 unauthenticated, and an expired one token_expired
test('each call is made by those it is for, and by nobody else', async () => {
  const unknownToken = { authorization: `Bearer ${'x'.repeat(43)}` };
  const table: [Access, ...(string | null)[]][] = [
    // none, garbage, expired, user, moderator, admin
    ['anyone', null, null, null, null, null, null],
    ['optional-auth', null, '401 unauthenticated', '401 token_expired', 'ursula', 'molly', 'anna'],
    [
      'signed-in',
      '401 unauthenticated',
      '401 unauthenticated',
      '401 token_expired',
      'ursula',
      'molly',
      'anna',
    ],
    [
      'moderator',
      '401 unauthenticated',
      '401 unauthenticated',
      '401 token_expired',
      '404 not_found',
      'molly',
      'anna',
    ],
    [
      'admin',
      '401 unauthenticated',
      '401 unauthenticated',
      '401 token_expired',
      '404 not_found',
      '404 not_found',
      'anna',
    ],
  ];
  const callers = [{}, unknownToken, expired.headers, user.headers, moderator.headers, admin.headers];
  for (const [who, ...answers] of table) {
    for (const [index, headers] of callers.entries())
      assert.equal(await asked(who, headers), answers[index], `${who}, caller ${index}`);
  }
});

test('a call for moderators looks to others like one that does not exist, and its answer names the role', async () => {
  const hidden = await app.inject({ url: '/api/for-moderator', headers: user.headers });
  const message = 'There is no such call, or your role doesn’t allow it';
  assert.deepEqual(hidden.json(), { success: false, error: { code: 'not_found', message }, message });
});

test('a role counts from the moment it is given or taken', async () => {
  const person = await signedIn(context, 'rising');
  const give = (role: 'user' | 'moderator') =>
    db.updateTable('accounts').set({ role }).where('id', '=', person.id).execute();
  assert.equal(await asked('moderator', person.headers), '404 not_found');
  await give('moderator');
  assert.equal(await asked('moderator', person.headers), 'rising');
  await give('user');
  assert.equal(await asked('moderator', person.headers), '404 not_found');
});

// Interface, Accounts: The deletion of an account ends its sessions at once
test('an account that is deleted while it acts is signed out, not a bug', async () => {
  const vanishing = implement(call('signed-in', 'POST', 'write'), async (_context, _input, { account }) => {
    await db.deleteFrom('accounts').where('id', '=', account.id).execute();
    await db
      .insertInto('stories')
      .values({
        author_id: account.id,
        title: 'Late',
        slug: 'late',
        published_at: null,
        featured_at: null,
      })
      .execute();
    return success({ username: account.username });
  });
  const broken = implement(call('signed-in'), async (_context, _input, { account }) => {
    await db
      .insertInto('chapters')
      .values({ story_id: 999_999, title: 'x', content: '', cleaner_version: 1, word_count: 0 })
      .execute();
    return success({ username: account.username });
  });
  const site = await serverOf([vanishing, broken]);
  const person = await signedIn(context, 'vanishing');
  const stays = await signedIn(context, 'stays');
  const answer = await site.inject({
    method: 'POST',
    url: '/api/for-signed-in',
    headers: person.headers,
    payload: {},
  });
  assert.deepEqual([answer.statusCode, answer.json().error.code], [401, 'unauthenticated']);
  const bug = await site.inject({ url: '/api/for-signed-in', headers: stays.headers });
  const { error } = bug.json();
  assert.deepEqual([bug.statusCode, error.code], [422, 'invalid'], 'with the account still there it is one');
});

test('an account is limited wherever it acts from, and nobody else because of it', async () => {
  const limited = await serverOf(calls, createRequestLimits());
  const act = (index: number, headers: { authorization: string }) =>
    limited.inject({
      method: 'POST',
      url: '/api/for-signed-in',
      headers,
      payload: {},
      remoteAddress: `198.51.${index}.1`,
    });
  const answers = await Promise.all(Array.from({ length: 241 }, (_, index) => act(index, user.headers)));
  const refused = answers.filter((answer) => answer.statusCode === 429);
  assert.equal(refused.length, 1);
  assert.match(refused[0]?.json().message, /^Too many requests from your account\. Please wait \d+ seconds?/);
  assert.ok(Number(refused[0]?.headers['retry-after']) >= 1);
  assert.equal((await act(7, admin.headers)).statusCode, 200);
});

test('calls that change something answer no HEAD, so link checkers change nothing', async () => {
  const acting = await serverOf([
    implement(call('anyone', 'GET', 'write'), whoCalled),
    implement(call('optional-auth'), whoCalled),
  ]);
  assert.equal((await acting.inject({ method: 'HEAD', url: '/api/for-anyone' })).statusCode, 404);
  assert.equal((await acting.inject({ method: 'HEAD', url: '/api/for-optional-auth' })).statusCode, 200);
});

test('the description tells that moderators’ calls do not exist for others', () => {
  const { paths } = describeCalls(
    calls.map((one) => one.call),
    'https://nightstand.test',
    '0',
  );
  const statuses = (path: string) =>
    Object.keys((paths[path]?.get as { responses: object } | undefined)?.responses ?? {});
  assert.ok(statuses('/for-moderator').includes('404') && statuses('/for-admin').includes('404'));
  assert.ok(!statuses('/for-signed-in').includes('404'));
  assert.ok(!statuses('/for-anyone').includes('401'));
});
