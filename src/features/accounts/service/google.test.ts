import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { freePort } from '#platform/http/free-port.ts';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { type Answer, createRequester } from '#tests/support/api-requester.ts';
import { clientOf, type ProviderAccount, startProvider } from '#tests/support/openid-provider.ts';
import { testServer } from '#tests/support/test-server.ts';
import { accountMessages } from '../contract/accounts.ts';
import { userSchema } from '../contract/session.ts';

const provider = await startProvider();
after(() => provider.stop());
const site = await accountsSite({ google: provider.client });
const { request, db, signUp } = site;

const COOKIE = '__Host-google-attempt';

interface Visit {
  /** The browser's cookies during the visit to Google. */
  cookies: Record<string, string>;
  body: { code: string; state: string; iss?: string };
}

const cookieOf = (answer: Answer) => answer.cookies.find(({ name }) => name === COOKIE)?.value ?? '';

/** Signs in at the provider and returns, without calling the site yet. */
async function visitGoogle(account: ProviderAccount, begin?: Answer): Promise<Visit> {
  const started = begin ?? (await request('GET /auth/google/login'));
  assert.equal(started.status, 200, started.text);
  return {
    cookies: { [COOKIE]: cookieOf(started) },
    body: await provider.visit(started.data.auth_url, account),
  };
}

const finish = ({ cookies, body }: Visit) => request('POST /auth/google/callback', { cookies, body });

async function signInWith(account: ProviderAccount) {
  const answer = await finish(await visitGoogle(account));
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

const beginLink = (person: Person, password = PASSWORD) =>
  request('POST /auth/google/link', { token: person.token, body: { password } });
const finishLink = (person: Person, { cookies, body }: Visit) =>
  request('POST /auth/google/link/callback', { token: person.token, cookies, body });

async function link(person: Person, account: ProviderAccount): Promise<Answer> {
  return finishLink(person, await visitGoogle(account, await beginLink(person)));
}

function assertRefused(answer: Answer, why: string): void {
  assert.deepEqual([answer.status, answer.error?.code], [400, 'malformed'], why);
  assert.equal(answer.message, 'Google authentication failed', why);
  assert.equal(answer.data, undefined, why);
}

const countAccounts = async () =>
  (
    await db
      .selectFrom('accounts')
      .select((each) => each.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test('the first sign-in with Google creates an account with a generated username', async () => {
  assert.deepEqual((await request('GET /auth/ways')).data, {
    google: true,
    registration: 'open',
    form_seconds: 0,
  });
  const { data, cookies } = await signInWith({ subject: 'ada', email: 'Ada@gmail.example' });
  const user = userSchema.strict().parse(data.user);
  assert.match(user.username, /^reader-[a-z0-9]{7}$/);
  assert.deepEqual(
    [user.username_chosen, user.has_google, user.has_password, user.email, user.email_verified, user.role],
    [false, true, false, 'Ada@gmail.example', 1, 'user'],
  );
  assert.ok(await site.isSignedIn(data.token));
  assert.deepEqual(
    [cookies[0]?.name, cookies[0]?.value, cookies[0]?.maxAge],
    [COOKIE, '', 0],
    'the cookie is taken back',
  );
  assert.deepEqual(await site.mailsTo('ada@gmail.example'), []);
});

// Interface, Accounts: A Google account is found by issuer and subject, never by address
test('a Google account signs in to the same account after its address has changed', async () => {
  const first = (await signInWith({ subject: 'bea', email: 'bea@gmail.example' })).data.user;
  const again = (await signInWith({ subject: 'bea', email: 'renamed@gmail.example' })).data.user;
  assert.equal(again.id, first.id);
  assert.equal(again.email, 'bea@gmail.example');
});

test('concurrent first sign-ins of one Google account create one account', async () => {
  const account = { subject: 'twice', email: 'twice@gmail.example' };
  const visits = [await visitGoogle(account), await visitGoogle(account), await visitGoogle(account)];
  const answers = await Promise.all(visits.map(finish));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(new Set(answers.map(({ data }) => data.user.id)).size, 1);
});

test('two Google accounts with equal addresses get separate accounts', async () => {
  const first = (await signInWith({ subject: 'owner', email: 'one@gmail.example' })).data.user;
  const second = (await signInWith({ subject: 'recycled', email: 'ONE@gmail.example' })).data.user;
  assert.notEqual(second.id, first.id);
  assert.deepEqual([first.email_verified, second.email_verified], [1, 0]);
});

// Interface, Accounts: A Google account is found by issuer and subject, never by address
test('a Google sign-in with the address of a local account does not open that account', async () => {
  const unverified = await signUp('Unproved', { email: 'local@gmail.example' });
  const { data } = await signInWith({ subject: 'google local', email: 'local@gmail.example' });
  assert.notEqual(data.user.id, unverified.id);
  assert.equal(data.user.email_verified, 1, 'Google has seen that they read it');
  const { token } = await site.linkTo('local@gmail.example', 'verify-email');
  assert.equal(token, '', 'the maker of the other account gets no link any more');

  const verified = await signUp('Proved', { email: 'proved@gmail.example' });
  await site.verify(verified);
  const other = (await signInWith({ subject: 'google proved', email: 'Proved@gmail.example' })).data.user;
  assert.notEqual(other.id, verified.id);
  assert.equal(other.email_verified, 0);
  const { data: own } = await request('GET /accounts/profile', { token: verified.token });
  assert.deepEqual([own.has_google, own.email_verified], [false, 1]);
});

test('an address that Google has not verified stays unverified', async () => {
  const { data } = await signInWith({
    subject: 'unsure',
    email: 'unsure@corp.example',
    isEmailVerified: false,
  });
  assert.equal(data.user.email_verified, 0);
  const none = await signInWith({ subject: 'no address' });
  assert.deepEqual([none.data.user.email, none.data.user.email_verified], ['', 0]);
  for (const email of [
    'a@b@c.example',
    'x@y.example, z@y.example',
    `${'x'.repeat(250)}@y.example`,
    'not an address',
  ]) {
    const odd = await signInWith({ subject: `odd ${email}`, email });
    assert.equal(odd.data.user.email, '', email);
    await request('POST /auth/verify-email', { token: odd.data.token, body: {} });
  }
  await site.runJobs();
});

test('a generated username can be replaced once', async () => {
  const choose = (token: string, username: string) =>
    request('PUT /accounts/username', { token, body: { username } });
  const { token, user } = (await signInWith({ subject: 'nameless' })).data;
  await signUp('Taken-name');
  const taken = await choose(token, 'TAKEN-name');
  assert.deepEqual(
    [taken.status, taken.error?.fields],
    [409, { username: 'This username is already taken' }],
  );
  const chosen = await choose(token, 'Chosen-one');
  assert.deepEqual(
    [chosen.status, chosen.data.username, chosen.data.username_chosen],
    [200, 'Chosen-one', true],
  );
  const again = await choose(token, 'Another-one');
  assert.deepEqual(
    [again.status, again.error?.code, again.message],
    [403, 'not_yours', 'Your username cannot be changed.'],
  );
  const local = await signUp('Local-name');
  assert.equal((await choose(local.token, 'Local-name-2')).status, 403);
  assert.equal((await choose(local.token, 'Local-name')).status, 403);
  assert.equal(
    (await request(`GET /accounts/users/${user.username}`)).status,
    404,
    'the generated one is free again',
  );
  assert.equal((await request('GET /accounts/users/chosen-one', { token })).status, 200);
});

test('of several concurrent choices of one username one succeeds', async () => {
  const tokens: string[] = [];
  for (let i = 0; i < 12; i++) tokens.push((await signInWith({ subject: `wants ${i}` })).data.token);
  const answers = await Promise.all([
    ...tokens.map((token) => request('PUT /accounts/username', { token, body: { username: 'Wanted' } })),
    request('POST /accounts/signup', {
      body: { username: 'wanted', email: 'w@example.org', password: PASSWORD },
    }),
  ]);
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200 || status === 201).length, 1);
  assert.equal(statuses.filter((status) => status === 409).length, 12);
});

// Interface, Accounts: The browser comes back from Google to /auth/google/callback
// Interface, Accounts: PKCE, nonce and state are bound to the browser by a __Host- cookie
test('a Google flow is bound to the browser by a host-only, HttpOnly cookie', async () => {
  const started = await request('GET /auth/google/login');
  const line = String(started.headers['set-cookie']);
  const [pair = '', ...attributes] = line.split('; ');
  assert.match(pair, /^__Host-google-attempt=[\w-]{43}$/);
  assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure']);
  const query = new URL(started.data.auth_url).searchParams;
  assert.equal(query.get('code_challenge_method'), 'S256');
  assert.equal(query.get('redirect_uri'), 'https://nightstand.test/auth/google/callback');
  assert.equal(query.get('scope'), 'openid email');
  for (const name of ['state', 'nonce', 'code_challenge']) assert.match(query.get(name) ?? '', /^[\w-]{43}$/);
  assert.ok(!started.text.includes(cookieOf(started)), 'the page’s own script does not see it');
  const attempts = await sql<{ row: string }>`select a::text as row from google_attempts a`.execute(db);
  assert.ok(!JSON.stringify(attempts.rows).includes(cookieOf(started)));
});

// Interface, Accounts: PKCE, nonce and state are bound to the browser by a __Host- cookie
test('rejects a Google callback that does not match its attempt', async () => {
  const account = { subject: 'victim', email: 'victim@gmail.example' };
  await signInWith(account);
  const before = await db.selectFrom('sessions').select('id').execute();
  const countBefore = await countAccounts();

  const own = await visitGoogle(account);
  assertRefused(await finish({ ...own, cookies: {} }), 'without the cookie');
  assertRefused(await finish({ ...own, cookies: { [COOKIE]: 'x'.repeat(43) } }), 'with a made-up cookie');
  assertRefused(await finish({ ...own, cookies: { [COOKIE]: '' } }), 'with an empty cookie');
  const other = await visitGoogle(account);
  assertRefused(await finish({ cookies: other.cookies, body: own.body }), 'in another browser');
  assertRefused(
    await finish({ cookies: own.cookies, body: { ...own.body, state: 'x'.repeat(43) } }),
    'another state',
  );

  const foreign = await visitGoogle(account);
  const attacker = await visitGoogle({ subject: 'attacker' });
  assertRefused(
    await finish({ cookies: foreign.cookies, body: { ...attacker.body, state: foreign.body.state } }),
    'with a code of somebody else, as in login CSRF',
  );
  const issuer = await visitGoogle(account);
  assertRefused(
    await finish({ ...issuer, body: { ...issuer.body, iss: 'https://evil.example' } }),
    'another issuer',
  );
  const nonce = await visitGoogle(account);
  await db.updateTable('google_attempts').set({ nonce: 'another' }).execute();
  assertRefused(await finish(nonce), 'another nonce');
  const verifier = await visitGoogle(account);
  await db
    .updateTable('google_attempts')
    .set({ code_verifier: 'x'.repeat(43) })
    .execute();
  assertRefused(await finish(verifier), 'another code verifier');
  const late = await visitGoogle(account);
  await sql`update google_attempts set created_at = created_at - interval '10 minutes 1 second'`.execute(db);
  assertRefused(await finish(late), 'after ten minutes');
  const forged = await visitGoogle(account);
  assertRefused(await finish({ ...forged, body: { ...forged.body, code: 'made up' } }), 'a made-up code');

  assert.equal(await countAccounts(), countBefore);
  assert.deepEqual(await db.selectFrom('sessions').select('id').execute(), before);
});

test('a Google attempt works once, even with concurrent callbacks', async () => {
  const visit = await visitGoogle({ subject: 'replayed' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => finish(visit)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400, 400, 400]);
  assertRefused(await finish(visit), 'replayed');
});

test('a reader who began in two tabs signs in with the later one, whatever comes back first', async () => {
  const account = { subject: 'two tabs' };
  const first = await visitGoogle(account);
  const second = await visitGoogle(account);
  assertRefused(await finish({ ...second, body: first.body }), 'the first tab');
  assertRefused(await finish({ ...second, body: { code: 'x', state: 'y' } }), 'a link of a stranger');
  assert.equal((await finish(second)).status, 200);
});

test('a Google callback without iss is accepted', async () => {
  const { cookies, body } = await visitGoogle({ subject: 'without iss' });
  assert.equal((await finish({ cookies, body: { code: body.code, state: body.state } })).status, 200);
});

// Interface, Accounts: Who is signed in links Google from the profile
test('an author links Google with their password and can then sign in with Google', async () => {
  const ada = await signUp('Linker');
  await site.verify(ada);
  assert.equal((await beginLink(ada, 'not the password')).status, 422);
  const { status, data } = await link(ada, { subject: 'linked', email: 'elsewhere@gmail.example' });
  assert.deepEqual([status, data.has_google, data.email], [200, true, ada.email]);
  assert.equal((await site.mailsTo(ada.email)).at(-1)?.kind, 'google-linked');
  const signedIn = (await signInWith({ subject: 'linked', email: 'elsewhere@gmail.example' })).data;
  assert.equal(signedIn.user.id, ada.id);

  const bea = await signUp('Late-linker');
  const taken = await link(bea, { subject: 'linked' });
  assert.deepEqual(
    [taken.status, taken.error?.code, taken.message],
    [409, 'taken', accountMessages.googleTaken],
  );
  const second = await link(ada, { subject: 'a second one' });
  assert.deepEqual(
    [second.status, second.error?.code, second.message],
    [409, 'taken', accountMessages.otherGoogleLinked],
  );
  assert.notEqual((await signInWith({ subject: 'a second one' })).data.user.id, ada.id);
});

test('unlinking Google requires a password or a passkey as another sign-in method', async () => {
  const only = (await signInWith({ subject: 'only way', email: 'only@gmail.example' })).data;
  const refused = await request('DELETE /auth/google/link', { token: only.token });
  assert.deepEqual([refused.status, refused.message], [422, accountMessages.googleIsOnlySignIn]);
  assert.equal((await signInWith({ subject: 'only way' })).data.user.id, only.user.id);
  await sql`insert into passkeys (account_id, credential_id, name, public_key, counter)
    values (${only.user.id}, 'only', 'x', 'x', 0)`.execute(db);
  const withPasskey = await request('DELETE /auth/google/link', { token: only.token });
  assert.deepEqual([withPasskey.status, withPasskey.data.has_google], [200, false]);

  const ada = await signUp('Unlinker');
  await link(ada, { subject: 'unlinked' });
  const { status, data } = await request('DELETE /auth/google/link', { token: ada.token });
  assert.deepEqual([status, data.has_google], [200, false]);
  assert.notEqual((await signInWith({ subject: 'unlinked' })).data.user.id, ada.id);
  assert.equal(
    (await request('DELETE /auth/google/link', { token: ada.token })).status,
    200,
    'twice is harmless',
  );
});

test('an attempt to sign in cannot link an account, and an attempt to link cannot sign in', async () => {
  const ada = await signUp('Crossed');
  const bea = await signUp('Crossed-2');
  const account = { subject: 'crossed', email: 'crossed@gmail.example' };
  assertRefused(await finishLink(ada, await visitGoogle(account)), 'an attempt to sign in');
  assertRefused(await finish(await visitGoogle(account, await beginLink(ada))), 'an attempt to link');
  assertRefused(
    await finishLink(bea, await visitGoogle(account, await beginLink(ada))),
    'an attempt of another account',
  );
  for (const { token } of [ada, bea])
    assert.equal((await request('GET /accounts/profile', { token })).data.has_google, false);
});

test('concurrent linking and sign-in with one Google account stay consistent', async () => {
  for (let round = 0; round < 3; round++) {
    const ada = await signUp(`At-once-${round}`);
    const account = { subject: `at once ${round}` };
    const forLink = await visitGoogle(account, await beginLink(ada));
    const forSignIn = await visitGoogle(account);
    const [linked, signedIn] = await Promise.all([finishLink(ada, forLink), finish(forSignIn)]);
    assert.equal(signedIn.status, 200);
    assert.ok(linked.status === 200 ? signedIn.data.user.id === ada.id : linked.status === 409, linked.text);
    assert.equal((await signInWith(account)).data.user.id, signedIn.data.user.id);
  }
});

// Interface, Accounts: An account with Google alone is deleted by a mailed link
test('an account without a password is deleted by a mailed link', async () => {
  const { token, user } = (await signInWith({ subject: 'leaving', email: 'leaving@gmail.example' })).data;
  const leave = (body: object, by = token) => request('POST /accounts/delete', { token: by, body });
  assert.equal((await leave({ password: 'whatever' })).status, 422);
  const response = await request('POST /accounts/delete-link', { token, body: {} });
  assert.deepEqual([response.status, response.message], [200, accountMessages.deleteByMail]);
  const mail = await site.linkTo('leaving@gmail.example', 'delete-account');
  assert.equal(mail.url.href, `https://nightstand.test/profile?tab=settings&delete=${mail.token}`);
  const somebodyElse = await signUp('Somebody-else');
  for (const [refused, message] of [
    [await leave({ token: 'made-up' }), accountMessages.deleteLinkExpired],
    [await leave({ token: mail.token }, somebodyElse.token), accountMessages.deleteLinkOfAnother],
  ] as const)
    assert.deepEqual([refused.status, refused.message], [400, message]);
  await sql`update mail_tokens set expires_at = expires_at - interval '61 minutes'`.execute(db);
  assert.equal((await leave({ token: mail.token })).status, 400, 'after an hour');
  await request('POST /accounts/delete-link', { token, body: {} });
  const fresh = await site.linkTo('leaving@gmail.example', 'delete-account');
  assert.equal((await leave({ token: fresh.token })).status, 200);
  assert.ok(!(await site.isSignedIn(token)));
  const recreated = (await signInWith({ subject: 'leaving', email: 'leaving@gmail.example' })).data.user;
  assert.ok(recreated.id !== user.id && recreated.email_verified === 1);

  const addressless = (await signInWith({ subject: 'no address at all' })).data;
  const none = await request('POST /accounts/delete-link', { token: addressless.token, body: {} });
  assert.deepEqual([none.status, none.message], [403, 'Failed to delete account']);
});

test('sign-in with Google returns 503 while Google is unreachable, and other calls work', async () => {
  const ada = await signUp('While-away');
  const visit = await visitGoogle({ subject: 'while away' });
  provider.insteadAt.set('/token', (response) => response.destroy());
  const answer = await finish(visit);
  provider.insteadAt.clear();
  assert.deepEqual(
    [answer.status, answer.error?.code, answer.message],
    [503, 'google_unavailable', 'Google login failed'],
  );
  assert.ok(Number(answer.headers['retry-after']) >= 1);
  assert.equal((await site.signIn('While-away', PASSWORD)).status, 200);
  assert.ok(await site.isSignedIn(ada.token));
  assert.equal((await signInWith({ subject: 'while away' })).status, 200, 'and when it is back, with it too');
});

test('a site that never reached Google returns 503 for its Google calls, and other calls work', async () => {
  const google = clientOf({ issuer: `http://127.0.0.1:${await freePort('127.0.0.1')}` });
  const askAway = await createRequester(await testServer({ ...site.context, google }));
  const ada = await signUp('Never-reached');
  assert.deepEqual((await askAway('GET /auth/ways')).data, {
    google: true,
    registration: 'open',
    form_seconds: 0,
  });
  for (const { status, error, message } of [
    await askAway('GET /auth/google/login'),
    await askAway('POST /auth/google/link', { token: ada.token, body: { password: PASSWORD } }),
  ])
    assert.deepEqual([status, error?.code, message], [503, 'google_unavailable', 'Google login failed']);
  assert.equal((await askAway('GET /accounts/profile', { token: ada.token })).status, 200);
});
