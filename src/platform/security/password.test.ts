import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { hashPassword, isLeakedPassword, isPassword } from './password.ts';

test('a password is kept as argon2id with the advised cost, each time with salt of its own', async () => {
  const [one, two] = [await hashPassword('nine quiet harbours'), await hashPassword('nine quiet harbours')];
  assert.match(one ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, two);
  assert.equal(await isPassword('nine quiet harbours', one ?? null), true);
  assert.equal(await isPassword('nine quiet harbour', one ?? null), false);
});

test('nothing of a long password is cut off', async () => {
  const long = '🌊'.repeat(255);
  const stored = (await hashPassword(`${long}a`)) ?? null;
  assert.equal(await isPassword(`${long}b`, stored), false);
  assert.equal(await isPassword(`${long}a`, stored), true);
});

// Interface, Accounts: A wrong name takes as long as a wrong password
test('where there is no account, no password is right', async () => {
  assert.equal(await isPassword('nobody has this password', null), false);
  assert.equal(await isPassword('', null), false);
});

test('of many sign-ins at once only those that can be served soon are accepted', async () => {
  const stored = (await hashPassword('nine quiet harbours')) ?? null;
  const room = availableParallelism() + 50;
  const answers = await Promise.all(
    Array.from({ length: room + 25 }, () => isPassword('nine quiet harbours', stored)),
  );
  assert.equal(answers.filter((answer) => answer === true).length, room);
  assert.equal(answers.filter((answer) => answer === undefined).length, 25);
});

test('leaked passwords are known whatever their case, and ordinary ones of outside clients are not among them', () => {
  for (const password of ['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou'])
    assert.ok(isLeakedPassword(password), password);
  const ordinary = [
    ...['nine quiet harbours', 'correct horse battery', 'correct horse battery staple', 'Password-1234-x'],
    ...['constructor', '__proto__', 'the kettle sings before midnight', 'Test-pass-2026', 'S3cure!Passw0rd'],
  ];
  for (const password of ordinary) assert.ok(!isLeakedPassword(password), password);
});
