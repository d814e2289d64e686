import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeLine, normalizeLines } from '#base/plain-text.ts';
import { accountsSite, PASSWORD } from '#tests/support/accounts-site.ts';
import type { Answer, SendRequest } from '#tests/support/api-requester.ts';
import { naughtyTexts, thirdOfNaughtyTexts } from '#tests/support/hostile-texts.ts';
import { isReservedUsername, isUsername } from '../rules/accounts.ts';
import { displayNameProblem, hasHiddenCharacters, lookAlikeKeys } from '../rules/display-name.ts';
import { MAX_BIO_CHARACTERS, MAX_DISPLAY_NAME_CHARACTERS } from './profile-details.ts';

const site = await accountsSite();
const { request, db, signUp } = site;
const ada = await signUp('Ada');
const token = ada.token;

type CallName = Parameters<SendRequest>[0];

/** Every field of every call, in a body that is otherwise valid. */
const fields: { call: CallName; body: Record<string, unknown>; field: string; costsHash?: true }[] = [
  { call: 'POST /accounts/signup', field: 'username', body: { email: 'a@example.org', password: PASSWORD } },
  { call: 'POST /accounts/signup', field: 'email', body: { username: 'ada', password: PASSWORD } },
  { call: 'POST /accounts/signup', field: 'password', body: { username: 'ada', email: 'a@example.org' } },
  { call: 'POST /accounts/login', field: 'username', body: { password: 'wrong' }, costsHash: true },
  { call: 'POST /accounts/login', field: 'password', body: { username: 'Ada' }, costsHash: true },
  { call: 'POST /auth/logout', field: 'refreshToken', body: {} },
  { call: 'POST /auth/refresh', field: 'refreshToken', body: {} },
  { call: 'PUT /accounts/profile', field: 'display_name', body: {} },
  { call: 'PUT /accounts/profile', field: 'bio', body: {} },
  { call: 'PUT /accounts/username', field: 'username', body: {} },
  {
    call: 'PUT /accounts/password',
    field: 'old_password',
    body: { new_password: PASSWORD },
    costsHash: true,
  },
  { call: 'PUT /accounts/password', field: 'new_password', body: { old_password: 'wrong' }, costsHash: true },
  { call: 'POST /accounts/delete', field: 'password', body: {}, costsHash: true },
  { call: 'POST /accounts/delete', field: 'token', body: {} },
  { call: 'POST /auth/password-reset', field: 'email', body: {} },
  { call: 'POST /auth/login-code', field: 'username', body: { code: '0000-0000' } },
  { call: 'POST /auth/login-code', field: 'code', body: { username: 'Ada' } },
  { call: 'POST /auth/password-reset/made-up', field: 'new_password', body: {} },
  { call: 'POST /auth/google/callback', field: 'code', body: { state: 'x' } },
  { call: 'POST /auth/google/callback', field: 'state', body: { code: 'x' } },
  { call: 'POST /auth/google/callback', field: 'iss', body: { code: 'x', state: 'x' } },
  { call: 'POST /auth/google/link', field: 'password', body: {}, costsHash: true },
  { call: 'POST /auth/google/link/callback', field: 'code', body: { state: 'x' } },
];

const mayFail = (call: CallName) => !call.endsWith('/logout');

/** Asserts that the answer reports a caller's mistake, and names the field if a rule was broken. */
function assertMistake(answer: Answer, field: string, title: string): void {
  assert.ok([400, 401, 403, 409, 422, 503].includes(answer.status), `${title}: ${answer.status}`);
  if (answer.status !== 422) return;
  // A valid new password is not judged before the old one is checked.
  const fieldNames = Object.keys(answer.error?.fields ?? {});
  assert.ok(
    fieldNames.includes(field) || (field === 'new_password' && fieldNames[0] === 'old_password'),
    title,
  );
}

test('rejects values of the wrong type, too long or missing, and names the field', async () => {
  const wrong: unknown[] = [
    null,
    true,
    0,
    -1,
    1.5,
    [],
    ['x'],
    [['x']],
    {},
    { a: 1 },
    { toString: 'x' },
    'x'.repeat(200_000),
  ];
  for (const { call, field, body } of fields) {
    for (const value of wrong) {
      const title = `${call} ${field} ${JSON.stringify(value).slice(0, 40)}`;
      const answer = await request(call, { token, body: { ...body, [field]: value } });
      if (!mayFail(call)) assert.equal(answer.status, 200, title);
      else if (answer.error?.code === 'google_unavailable') assert.equal(field, 'iss', title);
      else assert.deepEqual([answer.status, answer.error?.fields?.[field] !== undefined], [422, true], title);
    }
  }
});

test('rejects a text with a NUL character and names the field', async () => {
  for (const { call, field, body } of fields) {
    for (const value of ['\0', 'a\0b', 'long enough\0']) {
      const { status, error } = await request(call, { token, body: { ...body, [field]: value } });
      if (mayFail(call)) assert.ok(error?.fields?.[field], `${call} ${field}`);
      assert.ok((mayFail(call) ? [400, 422] : [200]).includes(status), `${call} ${field}: ${status}`);
    }
  }
});

test('deeply nested JSON causes no server error, in a field or beside it', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const nested = `${'{"a":'.repeat(50_000)}"\0"${'}'.repeat(50_000)}`;
  const headers = { 'content-type': 'application/json' };
  for (const { call, field, body } of fields) {
    for (const value of [deep, nested.replace('\0', '\\u0000')]) {
      const inside = await request(call, { token, headers, body: `{"${field}":${value}}` });
      if (mayFail(call)) assertMistake(inside, field, `${call} ${field}`);
      const whole = JSON.stringify({ ...body, [field]: 'x' }).slice(0, -1);
      const beside = await request(call, { token, headers, body: `${whole},"beside":${value}}` });
      assert.notEqual(beside.status, 413, call);
    }
  }
});

test('hostile texts cause no server error, and every rejection names the field', async () => {
  const sample = naughtyTexts.filter((_, index) => index % 12 === 0);
  for (const { call, field, body, costsHash } of fields) {
    // Stored values have their own tests below.
    if (['display_name', 'bio'].includes(field) || call === 'POST /accounts/signup') continue;
    for (const text of costsHash ? sample.slice(0, 12) : sample) {
      const answer = await request(call, { token, body: { ...body, [field]: text } });
      if (mayFail(call)) assertMistake(answer, field, `${call} ${field} ${JSON.stringify(text)}`);
    }
  }
  for (const text of sample) {
    const segment = encodeURIComponent(text.toWellFormed());
    if (segment === '' || segment.length > 400) continue;
    for (const call of [
      `GET /auth/verify-email/${segment}`,
      `POST /auth/password-reset/${segment}`,
    ] as const) {
      const answer = await request(call, {
        body: call.startsWith('POST') ? { new_password: PASSWORD } : undefined,
      });
      assert.ok([400, 404, 422].includes(answer.status), `${call}: ${answer.status}`);
    }
  }
});

test('signup accepts only valid usernames among hostile texts', async () => {
  let createdCount = 0;
  for (const text of naughtyTexts) {
    const username = text.trim();
    const body = { username: text, email: 'names@example.org', password: 'nine quiet harbours' };
    const { status, error, data } = await request('POST /accounts/signup', { body });
    const isValid = isUsername(username) && !isReservedUsername(username);
    if (!isValid) {
      assert.equal(status, 422, JSON.stringify(text));
      assert.deepEqual(Object.keys(error?.fields ?? {}), ['username'], JSON.stringify(text));
    } else if (status === 201) {
      createdCount++;
      assert.equal(data.user.username, username);
    } else assert.equal(status, 409, `${username} in another case`);
  }
  assert.ok(createdCount > 10, String(createdCount));
});

test('password reset accepts only valid addresses among hostile texts', async () => {
  for (const text of thirdOfNaughtyTexts(0)) {
    const { status, error } = await request('POST /auth/password-reset', { body: { email: text } });
    assert.equal(status, 422, JSON.stringify(text));
    assert.deepEqual(Object.keys(error?.fields ?? {}), ['email'], JSON.stringify(text));
  }
  for (const email of ['a@example.org', "o'neil+tag@sub.example.co.uk", 'A.B_c-d@xn--bcher-kva.example'])
    assert.equal((await request('POST /auth/password-reset', { body: { email } })).status, 200, email);
});

test('any text of valid length works as a password', async () => {
  const passwords = naughtyTexts.filter(
    (text) => [...text.normalize('NFC')].length >= 8 && !text.includes('\0'),
  );
  for (const [index, password] of passwords.filter((_, place) => place % 12 === 0).entries()) {
    const username = `typist-${index}`;
    const body = { username, email: `${username}@example.org`, password };
    const { status } = await request('POST /accounts/signup', { body });
    assert.equal(status, [...password.normalize('NFC')].length > 256 ? 422 : 201, JSON.stringify(password));
    if (status === 201)
      assert.equal((await site.signIn(username, password)).status, 200, JSON.stringify(password));
  }
});

test('stores display name and bio as plain text without invisible characters', async () => {
  const accounts = await db
    .selectFrom('accounts')
    .select('username')
    .where('username', '!=', 'Ada')
    .execute();
  const others = new Set(accounts.flatMap(({ username }) => lookAlikeKeys(username)));
  for (const text of thirdOfNaughtyTexts(2)) {
    const title = JSON.stringify(text);
    const name = await request('PUT /accounts/profile', { token, body: { display_name: text } });
    const bio = await request('PUT /accounts/profile', { token, body: { bio: text } });
    const isName =
      !hasHiddenCharacters(text) &&
      displayNameProblem(normalizeLine(text)) === undefined &&
      !lookAlikeKeys(normalizeLine(text)).some((key) => others.has(key));
    const fits = [
      isName && [...normalizeLine(text)].length <= MAX_DISPLAY_NAME_CHARACTERS,
      [...normalizeLines(text)].length <= MAX_BIO_CHARACTERS,
    ];
    assert.deepEqual(
      [name.status, bio.status],
      fits.map((isValid) => (isValid ? 200 : 422)),
      title,
    );
    if (name.status === 200) assert.equal(name.data.profile.display_name, normalizeLine(text), title);
    if (bio.status === 200) assert.equal(bio.data.bio, normalizeLines(text), title);
  }
  const { data } = await request('PUT /accounts/profile', {
    token,
    body: { display_name: ' A da\n\tL. ', bio: 'One\r\n\u2066two\u2069\u0007' },
  });
  assert.deepEqual([data.profile.display_name, data.bio], ['A da L.', 'One\ntwo']);
  const author = (await request('GET /accounts/users/Ada', { token })).data.profile;
  assert.deepEqual([author.display_name, author.bio], ['A da L.', 'One\ntwo']);
});

test('the hostile inputs above leave the account unchanged', async () => {
  const { data } = await request('GET /accounts/profile', { token });
  assert.deepEqual(
    [data.username, data.email, data.role, data.email_verified],
    ['Ada', ada.email, 'user', 0],
  );
  assert.equal((await site.signIn('Ada', PASSWORD)).status, 200);
  const moderators = await db.selectFrom('accounts').select('id').where('role', '!=', 'user').execute();
  assert.deepEqual(moderators, []);
});
