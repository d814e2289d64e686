import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, deviceIn, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import type { Answer } from '#tests/support/api-requester.ts';

/** Strangers guess from many networks, eight times a second, without end; the owner must still get in. */
const site = await accountsSite({ throttle: true });
const { request, db, linkTo, mailsTo, signIn } = site;

const NETWORKS = 13;
const NEW_PASSWORD = 'ten quiet harbours';

let registeredCount = 0;
async function register(username: string): Promise<Person & { device: Record<string, string> }> {
  registeredCount += 1;
  const email = `${username.toLowerCase()}@example.org`;
  const body = { username, email, password: PASSWORD };
  const answer = await request('POST /accounts/signup', { body, from: `100.65.${registeredCount}.1` });
  const { token, refreshToken, user } = answer.data;
  await site.verify({ email });
  return { id: user.id, username, email, password: PASSWORD, token, refreshToken, device: deviceIn(answer) };
}

async function inBatches(count: number, work: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < count; i += 50)
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, count - i) }, (_, j) => work(i + j)))),
    );
  return answers;
}

/** Guesses until every limit is reached, and extends each wait, as if another guess always came first. */
async function attack(username: string, guesses: number): Promise<number> {
  const answers = await inBatches(guesses, (i) =>
    signIn(username, `guess ${i}`, `203.0.${i % NETWORKS}.${1 + (i % 200)}`),
  );
  await extendWaits();
  return answers.filter(({ status }) => status === 401).length;
}

const extendWaits = () => sql`update throttle_counters set expire = expire + 120000`.execute(db);

/** The latest code mailed to a person. */
async function mailedCode({ email }: { email: string }): Promise<string> {
  const mail = (await mailsTo(email)).findLast(({ kind }) => kind === 'login-code');
  return /^[0-9A-Z]{5}-[0-9A-Z]{5}$/m.exec(mail?.text_part ?? '')?.[0] ?? '';
}

// Spec 2, Login, Register, Profile: Logging in by a mailed code, where too many passwords were tried or as one likes; a reset logs in (beyond the specification)
test('an owner under attack can sign in on a known device, by a reset link and by a mailed code', async () => {
  const owner = await register('Besieged');
  const checkedCount = await attack('Besieged', 1000);
  assert.ok(checkedCount >= 40 && checkedCount < 60, `${checkedCount} of 1,000 guesses were checked`);
  const refused = await signIn('Besieged', PASSWORD, '198.51.100.1');
  assert.equal(refused.status, 429, 'a new network has to wait with the right password');
  assert.ok(Number(refused.headers['retry-after']) >= 1);

  const known = await signIn('Besieged', PASSWORD, '198.51.100.1', owner.device);
  assert.equal(known.status, 200, 'a known device does not, wherever it is');

  const response = await request('POST /auth/login-code', {
    body: { username: 'Besieged' },
    from: '198.51.101.1',
  });
  assert.equal(response.status, 200);
  const body = { username: 'Besieged', code: await mailedCode(owner) };
  const byCode = await request('POST /auth/login-code', { body, from: '198.51.101.1' });
  assert.deepEqual([byCode.status, byCode.data.user?.id], [200, owner.id]);
  assert.equal((await signIn('Besieged', PASSWORD, '198.51.102.1', deviceIn(byCode))).status, 200);
  assert.equal(
    (await signIn('Besieged', PASSWORD, '198.51.103.1')).status,
    429,
    'the strangers gain nothing',
  );

  await request('POST /auth/password-reset', { body: { email: owner.email }, from: '198.51.104.1' });
  const { token } = await linkTo(owner.email, 'reset-password');
  const reset = await request(`POST /auth/password-reset/${token}`, { body: { new_password: NEW_PASSWORD } });
  assert.deepEqual([reset.status, reset.data.user.id], [200, owner.id]);
  assert.ok(await site.isSignedIn(reset.data.token));
  assert.equal(
    (await signIn('Besieged', NEW_PASSWORD, '198.51.105.1')).status,
    200,
    'the counters are cleared',
  );
});

test('code requests and wrong codes by strangers do not invalidate the owner’s code', async () => {
  const owner = await register('Pestered');
  const requestCode = (from: string) =>
    request('POST /auth/login-code', { body: { username: 'Pestered' }, from });
  const enterCode = (code: string, from: string, cookies = {}) =>
    request('POST /auth/login-code', { body: { username: 'Pestered', code }, from, cookies });
  // The attack also comes from the owner's own network.
  const home = '198.51.110.1';
  const response = await requestCode(home);
  const pestering = await inBatches(200, (i) => requestCode(`203.1.${i % NETWORKS}.1`));
  assert.deepEqual(new Set(pestering.map(({ status }) => status)), new Set([200, 429]));
  const mails = (await mailsTo(owner.email)).filter(({ kind }) => kind === 'login-code');
  assert.equal(mails.length, 1, 'one mail in ten minutes, however many ask');
  const guesses = await inBatches(300, (i) =>
    enterCode(`0000-${1000 + i}`, i % 2 ? home : `203.1.${i % NETWORKS}.1`),
  );
  const checkedCount = guesses.filter(({ status }) => status === 401).length;
  assert.ok(checkedCount >= 5 && checkedCount < 150, `${checkedCount} wrong codes were checked`);
  await extendWaits();

  const code = await mailedCode(owner);
  assert.equal(
    (await enterCode(code, home)).status,
    429,
    'a client without the cookie shares its network’s tries',
  );
  const answer = await enterCode(code, home, deviceIn(response));
  assert.deepEqual([answer.status, answer.data.user?.id], [200, owner.id]);
});

test('guesses on a known device are limited, without effect on other devices', async () => {
  const owner = await register('Lent-a-laptop');
  const guesses = await inBatches(100, (i) =>
    signIn('Lent-a-laptop', `guess ${i}`, `203.2.${i % NETWORKS}.1`, owner.device),
  );
  const checkedCount = guesses.filter(({ status }) => status === 401).length;
  assert.ok(checkedCount >= 5 && checkedCount < 12, `${checkedCount}`);
  await extendWaits();
  assert.equal((await signIn('Lent-a-laptop', PASSWORD, '198.51.120.1', owner.device)).status, 429);
  assert.equal((await signIn('Lent-a-laptop', PASSWORD, '198.51.120.1')).status, 200);
});

test('a device known to one account, or a forged one, does not bypass the limits of another account', async () => {
  await register('Well-guarded');
  const stranger = await register('A-stranger');
  await attack('Well-guarded', 100);
  const [name = '', value = ''] = Object.entries(stranger.device)[0] ?? [];
  const [device = '', signature = ''] = value.split('.');
  const forged = Buffer.from(signature, 'base64url');
  forged[0] = (forged[0] ?? 0) ^ 1;
  for (const cookie of [
    value,
    device,
    `${device}.`,
    `${device}.${forged.toString('base64url')}`,
    `${'x'.repeat(43)}.${signature}`,
    `.${signature}`,
    '.',
    'x'.repeat(4000),
  ]) {
    const { status } = await signIn('Well-guarded', PASSWORD, '198.51.130.1', { [name]: cookie });
    assert.equal(status, 429, cookie.slice(0, 100));
  }
});
