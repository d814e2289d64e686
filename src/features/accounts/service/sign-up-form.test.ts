import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsSite, PASSWORD } from '#tests/support/accounts-site.ts';

const site = await accountsSite({ signUpSeconds: 2 });

function register(username: string, form?: unknown) {
  const email = `${username}@example.org`;
  return site.request('POST /accounts/signup', { body: { username, email, password: PASSWORD, form } });
}

test('a form that a program filled in is refused and counted, a person’s form is not', async () => {
  const trapped = await register('spam-one', { website: 'https://spam.example', seconds: 60 });
  assert.deepEqual([trapped.status, trapped.error?.code], [422, 'invalid']);
  assert.ok(trapped.error?.fields?.website);
  const hasty = await register('spam-two', { website: '', seconds: 0.2 });
  assert.deepEqual([hasty.status, hasty.headers['retry-after']], [429, '2']);
  assert.deepEqual(site.context.signUps.refused, { trap: 1, haste: 1 });
  assert.equal((await register('a-person', { website: '', seconds: 2 })).status, 201);
});

test('a client without the form registers at once', async () => {
  assert.equal((await register('a-client')).status, 201);
});

test('a form of another kind is refused with the name of the field', async () => {
  for (const form of [7, {}, { website: '', seconds: 'long' }, { website: '', seconds: -1 }]) {
    const answer = await register('odd-form', form);
    assert.equal(answer.status, 422, JSON.stringify(form));
  }
});
