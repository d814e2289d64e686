import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, deviceIn, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import type { Answer } from '#tests/support/api-requester.ts';

/** Strangers guess from many networks, eight times a second, without end; the owner must still get in. */
const site = await accountsSite({ throttle: true });
const { ask, db, linkTo, mailsTo, signIn } = site;

const NETWORKS = 13;
const NEW_PASSWORD = 'ten quiet harbours';

let joined = 0;
async function join(username: string): Promise<Person & { device: Record<string, string> }> {
  joined += 1;
  const email = `${username.toLowerCase()}@example.org`;
  const body = { username, email, password: PASSWORD };
  const answer = await ask('POST /accounts/signup', { body, from: `100.65.${joined}.1` });
  const { token, refreshToken, user } = answer.data;
  await site.verify({ email });
  return { id: user.id, username, email, password: PASSWORD, token, refreshToken, device: deviceIn(answer) };
}

async function allTogether(count: number, act: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < count; i += 50)
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, count - i) }, (_, j) => act(i + j)))),
    );
  return answers;
}

/** Guesses until every limit is reached, and extends each wait, as if another guess always came first. */
async function besiege(username: string, guesses: number): Promise<number> {
  const answers = await allTogether(guesses, (i) =>
    signIn(username, `guess ${i}`, `203.0.${i % NETWORKS}.${1 + (i % 200)}`),
  );
  await holdWaits();
  return answers.filter(({ status }) => status === 401).length;
}

const holdWaits = () => sql`update throttle_counters set expire = expire + 120000`.execute(db);

/** The latest code mailed to a person. */
async function mailedCode({ email }: { email: string }): Promise<string> {
  const mail = (await mailsTo(email)).findLast(({ kind }) => kind === 'login-code');
  return /^[0-9A-Z]{5}-[0-9A-Z]{5}$/m.exec(mail?.text_part ?? '')?.[0] ?? '';
}

// Spec 2, Login, Register, Profile: Logging in by a mailed code, where too many passwords were tried or as one likes; a reset logs in (beyond the specification)
test('an owner under attack can sign in on a known device, by a reset link and by a mailed code', async () => {
  const owner = await join('Besieged');
  const looked = await besiege('Besieged', 1000);
  assert.ok(looked >= 40 && looked < 60, `${looked} of 1,000 guesses were looked at`);
  const refused = await signIn('Besieged', PASSWORD, '198.51.100.1');
  assert.equal(refused.status, 429, 'a new network has to wait with the right password');
  assert.ok(Number(refused.headers['retry-after']) >= 1);

  const known = await signIn('Besieged', PASSWORD, '198.51.100.1', owner.device);
  assert.equal(known.status, 200, 'a known device does not, wherever it is');

  const asked = await ask('POST /auth/login-code', { body: { username: 'Besieged' }, from: '198.51.101.1' });
  assert.equal(asked.status, 200);
  const body = { username: 'Besieged', code: await mailedCode(owner) };
  const byCode = await ask('POST /auth/login-code', { body, from: '198.51.101.1' });
  assert.deepEqual([byCode.status, byCode.data.user?.id], [200, owner.id]);
  assert.equal((await signIn('Besieged', PASSWORD, '198.51.102.1', deviceIn(byCode))).status, 200);
  assert.equal(
    (await signIn('Besieged', PASSWORD, '198.51.103.1')).status,
    429,
    'the strangers gain nothing',
  );

  await ask('POST /auth/password-reset', { body: { email: owner.email }, from: '198.51.104.1' });
  const { token } = await linkTo(owner.email, 'reset-password');
  const reset = await ask(`POST /auth/password-reset/${token}`, { body: { new_password: NEW_PASSWORD } });
  assert.deepEqual([reset.status, reset.data.user.id], [200, owner.id]);
  assert.ok(await site.isSignedIn(reset.data.token));
  assert.equal(
    (await signIn('Besieged', NEW_PASSWORD, '198.51.105.1')).status,
    200,
    'the counters are cleared',
  );
});

test('code requests and wrong codes by strangers do not invalidate the owner’s code', async () => {
  const owner = await join('Pestered');
  const askFor = (from: string) => ask('POST /auth/login-code', { body: { username: 'Pestered' }, from });
  const type = (code: string, from: string, cookies = {}) =>
    ask('POST /auth/login-code', { body: { username: 'Pestered', code }, from, cookies });
  // The attack also comes from the owner's own network.
  const home = '198.51.110.1';
  const asked = await askFor(home);
  const pestering = await allTogether(200, (i) => askFor(`203.1.${i % NETWORKS}.1`));
  assert.deepEqual(new Set(pestering.map(({ status }) => status)), new Set([200, 429]));
  const mails = (await mailsTo(owner.email)).filter(({ kind }) => kind === 'login-code');
  assert.equal(mails.length, 1, 'one mail in ten minutes, however many ask');
  const guesses = await allTogether(300, (i) =>
    type(`0000-${1000 + i}`, i % 2 ? home : `203.1.${i % NETWORKS}.1`),
  );
  const looked = guesses.filter(({ status }) => status === 401).length;
  assert.ok(looked >= 5 && looked < 150, `${looked} wrong codes were looked at`);
  await holdWaits();

  const code = await mailedCode(owner);
  assert.equal(
    (await type(code, home)).status,
    429,
    'a client without the cookie shares its network’s tries',
  );
  const answer = await type(code, home, deviceIn(asked));
  assert.deepEqual([answer.status, answer.data.user?.id], [200, owner.id]);
});

test('guesses on a known device are limited, without effect on other devices', async () => {
  const owner = await join('Lent-a-laptop');
  const guesses = await allTogether(100, (i) =>
    signIn('Lent-a-laptop', `guess ${i}`, `203.2.${i % NETWORKS}.1`, owner.device),
  );
  const looked = guesses.filter(({ status }) => status === 401).length;
  assert.ok(looked >= 5 && looked < 12, `${looked}`);
  await holdWaits();
  assert.equal((await signIn('Lent-a-laptop', PASSWORD, '198.51.120.1', owner.device)).status, 429);
  assert.equal((await signIn('Lent-a-laptop', PASSWORD, '198.51.120.1')).status, 200);
});

test('a device known to one account, or a forged one, does not bypass the limits of another account', async () => {
  await join('Well-guarded');
  const stranger = await join('A-stranger');
  await besiege('Well-guarded', 100);
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
