import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { networkPrefix } from '#platform/rate-limits/network-prefix.ts';
import { accountsSite, PASSWORD } from '#tests/support/accounts-site.ts';
import { startProvider } from '#tests/support/openid-provider.ts';
import { solve } from '#tests/support/proof-of-work.ts';

const provider = await startProvider();
after(() => provider.stop());
const { request, db, context } = await accountsSite({ google: provider.client, throttle: true });

const COOKIE = '__Host-google-attempt';

/** Visits Google as somebody, and returns the call by which their browser comes back. */
async function visitAs(subject: string, from: string) {
  const begun = await request('GET /auth/google/login', { from });
  const cookies = { [COOKIE]: begun.cookies.find(({ name }) => name === COOKIE)?.value ?? '' };
  const body = await provider.visit(begun.data.auth_url, { subject });
  return (headers: Record<string, string> = {}) =>
    request('POST /auth/google/callback', { cookies, body, from, headers });
}

const signInAs = async (subject: string, from: string) => (await visitAs(subject, from))();

const countAccounts = async () =>
  (
    await db
      .selectFrom('accounts')
      .select((each) => each.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test('a network that has used up its sign-ups makes no more accounts with Google, by the same answer', async () => {
  const from = '192.0.2.7';
  const free = context.settings.values.limits.network_sign_ups;
  for (let n = 0; n <= free; n++) assert.equal((await signInAs(`many ${n}`, from)).status, 200);
  const made = await countAccounts();
  const refused = await signInAs('one too many', from);
  const form = await request('POST /accounts/signup', {
    from,
    body: { username: 'By-form', email: 'by-form@example.org', password: PASSWORD },
  });
  const shown = ({ status, error, message, headers }: typeof refused) => [
    ...[status, error?.code, Object.keys(error?.challenge ?? {}).sort()],
    ...[message?.replace(/\d+ (second|minute)s?/, ''), Number(headers['retry-after']) > 0],
  ];
  assert.equal(refused.status, 429);
  assert.deepEqual(shown(refused), shown(form));
  assert.equal(await countAccounts(), made);
  assert.equal((await signInAs('many 0', from)).status, 200, 'who has an account signs in to it');
  assert.equal((await signInAs('elsewhere', '198.51.100.7')).status, 200);
});

/** Uses up the sign-ups of a network. */
async function crowd(from: string): Promise<void> {
  const free = context.settings.values.limits.network_sign_ups;
  for (let n = 0; n <= free; n++)
    await context.strangerQuota.take('sign-up', { network: networkPrefix(from) });
}

test('a newcomer with Google passes a busy network by a proof of work, as the form does', async () => {
  const from = '203.0.113.7';
  await crowd(from);
  const comeBack = await visitAs('quiet neighbour', from);
  const refused = await comeBack();
  assert.ok(refused.error?.challenge);
  const proof = { 'proof-of-work': solve(refused.error.challenge) };
  const admitted = await comeBack(proof);
  assert.equal(admitted.status, 200, admitted.text);
  assert.equal((await comeBack(proof)).status, 400, 'the way back works once');
  const again = await signInAs('quiet neighbour', from);
  assert.equal(again.data.user.id, admitted.data.user.id);
});

test('a refused newcomer with Google may ask again for ten minutes, and with the same state alone', async () => {
  const from = '198.51.100.99';
  await crowd(from);
  const late = await visitAs('late neighbour', from);
  assert.equal((await late()).status, 429);
  assert.equal((await late()).status, 429, 'asking too early takes nothing');
  await sql`update google_attempts set created_at = created_at - interval '10 minutes 1 second'`.execute(db);
  assert.equal((await late()).status, 400);
  const other = await visitAs('other neighbour', from);
  assert.equal((await other()).status, 429);
  await db.updateTable('google_attempts').set({ state: 'another' }).execute();
  assert.equal((await other()).status, 400);
});
