import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urls } from '#urls.ts';
import { returnPathIn } from './after-login.ts';

test('the return path after a login is a path of this site, but never a login page', () => {
  const table: [string, string | undefined][] = [
    ['', undefined],
    ['?return=', undefined],
    ['?return=%2Ftags', '/tags'],
    ['?return=%2Fprofile%3Ftab%3Dsettings%26delete%3Dabc', '/profile?tab=settings&delete=abc'],
    ['?return=/tags&return=//evil.example', '/tags'],
    ['?return=%2F%2Fevil.example', undefined],
    ['?return=https%3A%2F%2Fevil.example', undefined],
    ['?return=%252F%252Fevil.example', undefined],
    [`?return=${encodeURIComponent(urls.login('/tags'))}`, undefined],
    [`?return=${encodeURIComponent(urls.register())}`, undefined],
    [`?return=${encodeURIComponent(urls.resetPassword('abc'))}`, undefined],
    [`?return=${encodeURIComponent(urls.verifyEmail('abc'))}`, undefined],
    ['?return=/login%23x', undefined],
    ['?return=/auth/google/callback?code=a', undefined],
    ['?return=/login-stories', '/login-stories'],
  ];
  for (const [search, path] of table) assert.equal(returnPathIn(search), path, search);
});
