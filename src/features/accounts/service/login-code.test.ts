import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountsSite, deviceIn, type Person } from '#tests/support/accounts-site.ts';
import type { Answer } from '#tests/support/api-requester.ts';
import { accountMessages } from '../contract/accounts.ts';
import { sessionSchema } from '../contract/session.ts';

const site = await accountsSite();
const { request, db, mailsTo, signUp } = site;

const requestCode = (username: unknown) => request('POST /auth/login-code', { body: { username } });
const enterCode = (username: string, code: string, cookies: Record<string, string> = {}) =>
  request('POST /auth/login-code', { body: { username, code }, cookies });

async function codesTo(address: string): Promise<string[]> {
  const mails = (await mailsTo(address)).filter(({ kind }) => kind === 'login-code');
  return mails.map(({ text_part }) => /^[0-9A-Z]{5}-[0-9A-Z]{5}$/m.exec(text_part ?? '')?.[0] ?? '');
}

async function verifiedPerson(username: string): Promise<Person> {
  const person = await signUp(username);
  await site.verify(person);
  return person;
}

async function mailedCode(person: Person): Promise<string> {
  await requestCode(person.username);
  const code = (await codesTo(person.email)).at(-1) ?? '';
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  return code;
}

const letCodesAge = (person: Person, by: string) =>
  sql`update mail_tokens set expires_at = expires_at - ${by}::interval
    where account_id = ${person.id} and purpose = 'login'`.execute(db);

function assertWrong(answer: Answer, why: string): void {
  const actual = [answer.status, answer.error?.code, answer.message];
  assert.deepEqual(actual, [401, 'invalid_credentials', accountMessages.codeWrong], why);
  assert.equal(answer.headers['set-cookie'], undefined, why);
}

// Interface, Security, law, operations: POST /auth/login-code mails a code, and with the code answers like login
test('a mailed code signs in once, regardless of case, spaces and hyphen', async () => {
  const person = await verifiedPerson('Ada-L');
  const code = await mailedCode(person);
  const [mail] = (await mailsTo(person.email)).filter(({ kind }) => kind === 'login-code');
  assert.ok(mail?.text_part?.includes('Ada-L'));
  assert.equal(mail?.subject, 'Your code');
  assert.ok(mail?.html_part?.includes(code));
  const answer = await enterCode(' ada-l ', ` ${code.toLowerCase().replace('-', '  ')} `);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(sessionSchema.strict().parse(answer.data).user.id, person.id);
  assert.ok(await site.isSignedIn(answer.data.token));
  assert.ok(Object.keys(deviceIn(answer)).length === 1);
  assertWrong(await enterCode('Ada-L', code), 'used');
});

test('a code is accepted with look-alike letters for digits', async () => {
  const person = await verifiedPerson('Reads-badly');
  let code = '';
  // Repeats until a code contains such a digit.
  while (!/[01]/.test(code)) {
    await sql`delete from mail_tokens where account_id = ${person.id}`.execute(db);
    code = await mailedCode(person);
  }
  assert.equal((await enterCode('Reads-badly', code.replaceAll('0', 'o').replaceAll('1', 'l'))).status, 200);
});

test('a code request has the same answer for every name, and only a verified address gets a code', async () => {
  const known = await verifiedPerson('Known-one');
  await signUp('Unproved-one');
  await db.insertInto('accounts').values({ username: 'Imported-one', profile_picture_url: null }).execute();
  const names = [
    ...['Known-one', 'nobody-here', 'Unproved-one', 'Imported-one', 'KNOWN-ONE@example.org'],
    ...['unproved-one@example.org', 'nobody@example.org', "' or 1=1 --", '%', 'two words'],
  ];
  const answers = [];
  for (const name of names) {
    const { status, text, headers } = await requestCode(name);
    const { date, 'set-cookie': cookie, ...rest } = headers;
    answers.push({ status, text, rest, cookie: String(cookie).replaceAll(/=[\w-]{43}\.[\w-]{43};/g, '=…;') });
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.deepEqual([answers[0]?.status, JSON.parse(answers[0]?.text ?? '').data], [200, {}]);
  assert.equal((await codesTo(known.email)).length, 1, 'the second time it had one that works');
  for (const address of ['unproved-one@example.org', 'nobody@example.org'])
    assert.deepEqual(await codesTo(address), []);
});

test('a wrong code and an unknown name have byte-identical answers', async () => {
  const person = await verifiedPerson('Alike-one');
  const other = await verifiedPerson('Other-one');
  const code = await mailedCode(person);
  const othersCode = await mailedCode(other);
  const reset = await request('POST /auth/password-reset', { body: { email: person.email } });
  assert.equal(reset.status, 200);
  const { token } = await site.linkTo(person.email, 'reset-password');
  const wrong = [
    await enterCode('Alike-one', '0000-0000'),
    await enterCode('nobody-here', code),
    await enterCode('nobody@example.org', code),
    await enterCode('Alike-one', othersCode),
    await enterCode('Other-one', code),
    await enterCode('Alike-one', code.slice(0, -1)),
    await enterCode('Alike-one', `${code}0`),
    await enterCode('Alike-one', token),
    await enterCode('Alike-one', '-'),
    await enterCode('Alike-one', '%\u0130'),
  ];
  for (const answer of wrong) {
    assertWrong(answer, answer.text);
    const [{ date, ...mine }, { date: _, ...first }] = [answer.headers, wrong[0]?.headers ?? {}];
    assert.deepEqual([answer.text, mine], [wrong[0]?.text, first]);
  }
  assert.equal(
    (await request(`POST /auth/password-reset/${code}`, { body: { new_password: 'ten harbours' } })).status,
    400,
  );
  assert.equal((await enterCode('Alike-one', code)).status, 200, 'and the right one still works');
});

test('a code expires after 15 minutes of database time, and a newer code does not invalidate it', async () => {
  const person = await verifiedPerson('Slow-typist');
  const first = await mailedCode(person);
  assert.equal(await mailedCode(person), first, 'no second mail while it is fresh');
  await letCodesAge(person, '11 minutes');
  const second = await mailedCode(person);
  assert.notEqual(second, first);
  assert.equal((await enterCode('Slow-typist', first)).status, 200);
  assertWrong(await enterCode('Slow-typist', second), 'one was used: the others are void');
  const third = await mailedCode(person);
  await letCodesAge(person, '15 minutes');
  assertWrong(await enterCode('Slow-typist', third), 'too late');
});

test('a code works once under concurrency, and a password change invalidates it', async () => {
  const person = await verifiedPerson('Twenty-at-once');
  const code = await mailedCode(person);
  const answers = await Promise.all(Array.from({ length: 20 }, () => enterCode('Twenty-at-once', code)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const { token } = answers.find(({ status }) => status === 200)?.data ?? {};
  const next = await mailedCode(person);
  const body = { old_password: person.password, new_password: 'ten quiet harbours' };
  assert.equal((await request('PUT /accounts/password', { token, body })).status, 200);
  assertWrong(await enterCode('Twenty-at-once', next), 'mailed before the change');
});

test('a code ends with a password that is set by a link', async () => {
  const person = await verifiedPerson('Ida-code');
  const code = await mailedCode(person);
  await request('POST /auth/password-reset', { body: { email: person.email } });
  const { token } = await site.linkTo(person.email, 'reset-password');
  const body = { new_password: 'another quiet harbour' };
  assert.equal((await request(`POST /auth/password-reset/${token}`, { body })).status, 200);
  assertWrong(await enterCode('Ida-code', code), 'mailed before');
});

test('the database stores no code in plain text or as a reversible hash', async () => {
  const person = await verifiedPerson('Kept-safe');
  const code = await mailedCode(person);
  const rows = await db.selectFrom('mail_tokens').selectAll().where('account_id', '=', person.id).execute();
  const { rows: hashes } = await sql<{ hash: Buffer }>`select sha256(${code}::bytea) as hash
    union select sha256(${code.replace('-', '')}::bytea)`.execute(db);
  for (const { hash } of rows) for (const row of hashes) assert.notDeepEqual(hash, row.hash);
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(code));
});

test('an invalid code request returns 422 and names the field', async () => {
  for (const [body, field, message] of [
    [{}, 'username', 'Username is required'],
    [{ username: ' ' }, 'username', 'Username is required'],
    [{ username: 'Ada-L', code: '' }, 'code', 'Code is required'],
    [{ username: 'Ada-L', code: 12345678 }, 'code', 'Code is required'],
    [{ username: 'Ada-L', code: 'x'.repeat(101) }, 'code', 'Code is too long'],
  ] as const) {
    const { status, error } = await request('POST /auth/login-code', { body });
    assert.deepEqual([status, error?.fields], [422, { [field]: message }], JSON.stringify(body));
  }
});
