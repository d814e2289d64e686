import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsSite, PASSWORD } from '#tests/support/accounts-site.ts';
import type { Answer } from '#tests/support/api-requester.ts';
import { userSchema } from '../contract/session.ts';

const site = await accountsSite();
const { request, db, signIn, signUp } = site;

const signUpAs = (username: string, email: string, password = PASSWORD) =>
  request('POST /accounts/signup', { body: { username, email, password } });

/** An answer without the parts that must differ between people. */
function comparable({ status, headers, data, message, error }: Answer, hidden: RegExp) {
  const shown = JSON.parse(JSON.stringify({ data, message, error }).replaceAll(hidden, '…'));
  if (shown.data?.user) {
    assert.match(shown.data.token, /^[\w-]{43}$/);
    assert.match(shown.data.refreshToken, /^[\w-]{43}$/);
    Object.assign(shown.data, { token: '…', refreshToken: '…' });
    Object.assign(shown.data.user, { id: 0, account_id: 0, created_at: '…' });
  }
  const { date, 'content-length': _length, 'set-cookie': cookie, ...rest } = headers;
  const device = cookie === undefined ? undefined : String(cookie).replace(/=[\w-]{43}\.[\w-]{43};/g, '=…;');
  return { status, headers: rest, device, ...shown };
}

// Interface, Accounts: Sign-up answers 201 with token, refreshToken and user
test('registering creates an account and signs in', async () => {
  const { status, data } = await signUpAs(' Ada-L ', 'Ada@Example.org');
  assert.equal(status, 201);
  const user = userSchema.strict().parse(data.user);
  assert.deepEqual([user.username, user.email, user.email_verified], ['Ada-L', 'Ada@Example.org', 0]);
  assert.deepEqual((await request('GET /accounts/profile', { token: data.token })).data, user);
  const author = await request('GET /accounts/users/ada-l', { token: data.token });
  assert.equal(author.data.profile.username, 'Ada-L');
});

// Interface, The API: Something taken or in conflict answers 409
// Interface, Accounts: A username is unique whatever its case, otherwise 409
test('a taken username is rejected regardless of case', async () => {
  for (const username of ['Ada-L', 'ada-l', 'ADA-L']) {
    const { status, error } = await signUpAs(username, 'other@example.org');
    assert.deepEqual([status, error?.code], [409, 'taken']);
    assert.deepEqual(error?.fields, { username: 'This username is already taken' });
  }
  assert.equal((await signUpAs('ada_l', 'other@example.org')).status, 201);
});

test('of 50 concurrent registrations of one username one succeeds', async () => {
  const spellings = ['Fifty', 'fifty', 'FIFTY', 'fIfTy', 'FiFtY'];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => signUpAs(spellings[i % 5] ?? '', `fifty${i}@example.org`)),
  );
  const statuses = answers.map((answer) => answer.status).sort();
  assert.deepEqual(statuses, [201, ...Array.from({ length: 49 }, () => 409)]);
  const { count } = await db
    .selectFrom('credentials')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('email', 'like', 'fifty%')
    .executeTakeFirstOrThrow();
  assert.equal(count, 1);
  const created = answers.find((answer) => answer.status === 201)?.data.user;
  assert.equal((await signIn('fifty', PASSWORD)).data.user.id, created.id);
});

test('a password is Unicode-normalised and not trimmed', async () => {
  await signUpAs('Zoe', 'zoe@example.org', '  caf\u00e9 au lait ');
  assert.equal((await signIn('zoe', '  cafe\u0301 au lait ')).status, 200);
  for (const password of ['caf\u00e9 au lait', '  cafe au lait ', '  CAF\u00c9 AU LAIT '])
    assert.equal((await signIn('zoe', password)).status, 401, password);
  const eight = '🌊🌊🌊🌊🌊🌊🌊🐚';
  assert.equal((await signUpAs('Eight', 'eight@example.org', eight)).status, 201);
  assert.equal((await signIn('Eight', eight)).status, 200);
  const longest = `${'🌊'.repeat(255)}a`;
  assert.equal((await signUpAs('Longest', 'longest@example.org', longest)).status, 201);
  assert.equal((await signIn('Longest', longest)).status, 200);
  assert.equal((await signIn('Longest', `${'🌊'.repeat(255)}b`)).status, 401);
});

// Interface, Accounts: Sign-up, login, reset and newsletter tell nobody whether an address has an account
// Interface, Accounts: A second sign-up with a verified address answers the same, and its owner gets a notice
test('registering does not reveal whether an address has an account, but notifies its owner', async () => {
  const owner = await signUp('Owner-of-it', { email: 'Owned@example.org' });
  await site.verify(owner);
  const known = await signUpAs('stranger-1', 'owned@Example.ORG');
  const unknown = await signUpAs('stranger-2', 'new@Example.ORG');
  const hidden = /stranger-[12]|owned@Example.ORG|new@Example.ORG/g;
  assert.deepEqual(comparable(known, hidden), comparable(unknown, hidden));

  // Later calls of the two do not differ either.
  for (const [call, body] of [
    ['POST /auth/verify-email', {}],
    ['PUT /accounts/profile', { bio: 'Hello' }],
    ['POST /accounts/delete-link', {}],
  ] as const) {
    const [one, two] = [
      await request(call, { token: known.data.token, body }),
      await request(call, { token: unknown.data.token, body }),
    ];
    for (const answer of [one, two]) if (answer.data.created_at) answer.data = { user: answer.data };
    const strip = (answer: Answer) =>
      JSON.stringify(answer.data).replaceAll(/"(id|account_id|created_at)":[^,]+/g, '');
    assert.equal(strip(one).replaceAll(hidden, '…'), strip(two).replaceAll(hidden, '…'), call);
    assert.deepEqual([one.status, one.message], [two.status, two.message], call);
  }

  const mails = await site.mailsTo('owned@example.org');
  const notices = mails.filter((mail) => mail.kind === 'address-in-use');
  assert.equal(notices.length, 2, 'one for the registration, one for asking again');
  for (const notice of notices) {
    assert.equal(notice.address, 'Owned@example.org', 'as its owner spells it');
    assert.ok(notice.text_part?.includes('Owner-of-it'));
    assert.ok(!notice.text_part?.includes('stranger-1'));
  }
  assert.equal(mails.filter((mail) => mail.kind === 'verify-email').length, 1, 'the owner’s own');
  assert.ok((await site.mailsTo('new@example.org')).some((mail) => mail.kind === 'verify-email'));
  const { text } = await request('GET /accounts/profile', { token: known.data.token });
  assert.ok(!text.includes('Owner-of-it') && !text.includes('Owned@'));
});

// Interface, Accounts: Login takes the username or the verified address
test('sign-in accepts the username or the verified address in any case', async () => {
  const person = await signUp('By-Name', { email: 'by.name@example.org' });
  for (const name of ['By-Name', 'by-name', ' BY-NAME ']) {
    const { status, data } = await signIn(name, PASSWORD);
    assert.equal(status, 200, name);
    assert.equal(userSchema.strict().parse(data.user).id, person.id);
  }
  assert.equal((await signIn('by.name@example.org', PASSWORD)).status, 401, 'nobody has proved it yet');
  await site.verify(person);
  for (const address of ['by.name@example.org', 'BY.NAME@EXAMPLE.ORG', ' By.Name@example.org '])
    assert.equal((await signIn(address, PASSWORD)).data.user.id, person.id, address);
});

test('sign-in by address opens the account that verified it', async () => {
  const first = await signUp('Gave-it', { email: 'shared@example.org', password: 'the first of them' });
  const second = await signUp('Proved-it', { email: 'shared@example.org', password: 'the second of them' });
  const { token } = await site.linkTo('shared@example.org', 'verify-email');
  assert.equal((await request(`GET /auth/verify-email/${token}`)).status, 200);
  assert.equal((await signIn('shared@example.org', first.password)).status, 401);
  assert.equal((await signIn('shared@example.org', second.password)).data.user.username, 'Proved-it');
});

// Interface, Accounts: Sign-up, login, reset and newsletter tell nobody whether an address has an account
// Interface, Accounts: A wrong name and a wrong password get the same 401, Invalid username or password
test('an unknown name and a wrong password have byte-identical answers', async () => {
  const person = await signUp('Alike', { email: 'alike@example.org' });
  const wrong = [
    await signIn('Alike', 'not the password'),
    await signIn('nobody-here', 'not the password'),
    await signIn('nobody@example.org', 'not the password'),
    await signIn('alike@example.org', PASSWORD),
    await signIn('two words', 'x'),
    await signIn(`${'x'.repeat(254)}`, 'x'),
    await signIn('Alike', `${PASSWORD} `),
    await signIn('K\u0130', 'x'),
    await signIn("' or 1=1 --", 'x'),
    await signIn('%', 'x'),
  ];
  await site.verify(person);
  wrong.push(await signIn('alike@example.org', 'not the password'));
  for (const answer of wrong) {
    assert.equal(answer.text, wrong[0]?.text);
    assert.deepEqual(comparable(answer, /$^/g), comparable(wrong[0] ?? answer, /$^/g));
  }
  assert.deepEqual(
    [wrong[0]?.status, wrong[0]?.error],
    [401, { code: 'invalid_credentials', message: 'Invalid username or password' }],
  );
});

test('nobody can sign in as an imported author', async () => {
  await db.insertInto('accounts').values({ username: 'Imported', profile_picture_url: null }).execute();
  for (const password of ['', ' ', 'null', 'undefined', 'nobody has this password'])
    assert.ok([401, 422].includes((await signIn('Imported', password)).status));
});

// Interface, Accounts: A wrong name takes as long as a wrong password
test('a flood of sign-ins gets quick answers or 503 with Retry-After, for known and unknown names alike', async () => {
  const names = Array.from({ length: 140 }, (_, i) => (i % 2 ? 'Alike' : `nobody-${i}`));
  const answers = await Promise.all(
    names.map(async (name) => {
      const body = { username: name, password: 'wrong' };
      return { name, ...(await request('POST /accounts/login', { body, isOneTry: true })) };
    }),
  );
  // An unknown name that cost no work would never be refused for lack of capacity.
  for (const isKnown of [true, false]) {
    const matching = answers.filter(({ name }) => (name === 'Alike') === isKnown);
    assert.deepEqual(new Set(matching.map(({ status }) => status)), new Set([401, 503]), `known: ${isKnown}`);
  }
  for (const { error, headers } of answers.filter(({ status }) => status === 503)) {
    assert.equal(error?.code, 'unavailable');
    assert.ok(Number(headers['retry-after']) >= 1);
  }
  assert.equal((await signIn('Alike', PASSWORD)).status, 200);
});

// Interface, Identity: Only the account’s username signs in, never another pen name
test('a pen name signs nobody in', async () => {
  const { token, email } = await signUp('Signs-In');
  const body = { username: 'Never-Signs-In' };
  assert.equal((await request('POST /pen-names', { token, body })).status, 201);
  assert.equal((await signIn('Signs-In', PASSWORD)).status, 200);
  const refused = await signIn('Never-Signs-In', PASSWORD);
  const unknown = await signIn('nobody-of-this-name', PASSWORD);
  assert.deepEqual([refused.status, refused.text], [401, unknown.text]);
  assert.equal((await request('POST /auth/login-code', { body })).status, 200);
  const codes = (await site.mailsTo(email)).filter(({ kind }) => kind === 'login-code');
  assert.deepEqual(codes, []);
});
