import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urls } from '#urls.ts';
import { LOGIN_REASONS } from '../rules/accounts.ts';
import { loginReasonIn, reasonSentence } from './login-reasons.ts';

test('the login page states a known reason in fixed words and ignores unknown reasons', () => {
  for (const reason of LOGIN_REASONS) {
    const { search } = new URL(urls.login('/tags', reason), 'https://site.example');
    assert.equal(loginReasonIn(search), reason);
    assert.match(reasonSentence('Log in', reason) ?? '', /^Log in to [a-z ]+; we’ll bring you back\.$/);
  }
  assert.equal(reasonSentence('Log in', 'bookmark'), 'Log in to bookmark; we’ll bring you back.');
  assert.equal(reasonSentence('Register', 'vote'), 'Register to vote; we’ll bring you back.');
  for (const search of [
    '',
    '?for=',
    '?for=VOTE',
    '?for=toString',
    '?for=__proto__',
    '?for=<b>vote',
    '?for=vote%00',
  ])
    assert.equal(loginReasonIn(search), undefined, search);
  assert.equal(reasonSentence('Log in', undefined), undefined);
});
