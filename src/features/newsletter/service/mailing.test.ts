import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context, connectionString } = await testDatabase({ mailCaps: true });
const { db } = context;
const app = await testServer(context, { trustProxy: ['127.0.0.1/32'] });
const json = { 'content-type': 'application/json' };

// Interface, Running: A mail beyond a rate per minute waits for its turn, and the caller gets the same answer
// Interface, Security, law, operations: One newsletter confirmation is pending for each address and day
// Interface, Security, law, operations: Three password resets are mailed to an address a day
test('mails to one address stay within each kind’s quota across five hundred requests', async () => {
  const ada = await signedIn(context, 'ada', { isVerified: false });
  const email = 'ada@example.org';
  const calls = [
    { method: 'POST' as const, url: '/api/newsletter/subscribe', payload: { email } },
    { method: 'POST' as const, url: '/api/newsletter/subscribe', payload: { email: 'ADA@example.org' } },
    { method: 'POST' as const, url: '/api/newsletter/unsubscribe', payload: { email } },
    { method: 'POST' as const, url: '/api/auth/verify-email', payload: {}, headers: ada.headers },
    { method: 'POST' as const, url: '/api/auth/password-reset', payload: { email } },
  ];
  const answers = new Map<string, Set<string>>();
  for (let at = 0; at < 500; at += 25) {
    await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const call = calls[index % calls.length];
        assert.ok(call);
        const from = { 'x-forwarded-for': `198.51.${(at + index) % 100}.7` };
        const { statusCode, body } = await app.inject({
          ...call,
          headers: { ...json, ...from, ...call.headers },
        });
        assert.equal(statusCode, 200, body);
        answers.set(call.url, (answers.get(call.url) ?? new Set()).add(body));
      }),
    );
  }
  // The hundredth request gets the same answer as the first.
  for (const [url, bodies] of answers) assert.equal(bodies.size, 1, url);
  await runDueJobs(connectionString, context);
  const mails = await db
    .selectFrom('outbox_mails')
    .select(['dropped_at', 'kind'])
    .where('address_key', '=', email)
    .execute();
  assert.ok(mails.length >= 400, `${mails.length} mails were requested`);
  const planned = mails.filter((mail) => mail.dropped_at === null).map((mail) => mail.kind);
  assert.deepEqual(planned.sort(), [
    'newsletter-confirm',
    ...Array(3).fill('reset-password'),
    ...Array(3).fill('verify-email'),
  ]);
});

test('a caller who requests mails to many addresses is rate-limited', async () => {
  const limited = await testDatabase({ throttle: true });
  const guarded = await testServer(limited.context);
  const statuses: number[] = [];
  for (let at = 0; at < 10; at++) {
    const url = ['/api/newsletter/subscribe', '/api/newsletter/unsubscribe'][at % 2] ?? '';
    const payload = { email: `person${at}@example.org` };
    const { statusCode, headers } = await guarded.inject({ method: 'POST', url, headers: json, payload });
    statuses.push(statusCode);
    if (statusCode === 429) assert.ok(Number(headers['retry-after']) > 0);
  }
  assert.deepEqual(statuses.slice(0, 5), [200, 200, 200, 200, 200]);
  assert.ok(
    statuses.slice(6).every((status) => status === 429),
    statuses.join(),
  );
});
