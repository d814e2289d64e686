import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeTokens, storeUser } from '#ui/session.ts';
import { accountCount } from './account-count.ts';

function signIn(id: number): void {
  storeTokens({ token: `token-${id}`, refreshToken: `refresh-${id}` });
  storeUser({ id, username: `reader-${id}` });
}

test('nothing is asked for while nobody is signed in', async () => {
  const count = accountCount(() => assert.fail('it was asked for'), 0);
  assert.equal(await count.read(), 0);
});

test('a count is asked for once, until it is forgotten', async () => {
  signIn(1);
  let asked = 0;
  const count = accountCount(async () => ++asked, 0);
  assert.equal(await count.read(), 1);
  assert.equal(await count.read(), 1);
  count.forget();
  assert.equal(await count.read(), 2);
  count.set(7);
  assert.equal(await count.read(), 7);
});

test('an account does not see the count of the one before', async () => {
  signIn(1);
  let unread = 3;
  const count = accountCount(async () => unread, 0);
  assert.equal(await count.read(), 3);
  unread = 0;
  signIn(2);
  assert.equal(await count.read(), 0);
});

test('a count that can’t be had is 0', async () => {
  const count = accountCount(async () => {
    throw new Error('offline');
  }, 0);
  assert.equal(await count.read(), 0);
});
