import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, UNREADABLE_ANSWER } from '#base/failure.ts';
import { currentErrors, failureOf } from './use-form.ts';

const options = { names: ['username'], submit: async () => undefined, failureMessage: 'An error occurred' };

// Spec 8: Server text preferred, else the fallback (note 6)
test('a failure shows the server’s message, or the form’s own when there is none', () => {
  const formOptions = (error: ApiError, refused?: string) =>
    failureOf(error, refused === undefined ? options : { ...options, rejectedMessage: refused }).message
      ?.text;
  assert.equal(
    formOptions(new ApiError(401, 'invalid_credentials', 'Not that one'), 'Login failed'),
    'Not that one',
  );
  const wordless = new ApiError(502, UNREADABLE_ANSWER, 'The answer can’t be read.');
  assert.equal(formOptions(wordless, 'Login failed'), 'Login failed');
  assert.equal(formOptions(wordless), 'An error occurred');
  assert.equal(formOptions(new ApiError(503, 'unavailable', '')), 'An error occurred');
});

test('a wait has a countdown, unless it lasts a day', () => {
  const waits = (seconds: number) =>
    failureOf(new ApiError(429, 'too_many_requests', 'Later', {}, seconds), options).waitUntil !== undefined;
  assert.deepEqual([waits(30), waits(3600), waits(86_400)], [true, true, false]);
});

test('a message shown by a field is not repeated above the form', () => {
  const error = new ApiError(409, 'taken', 'Taken', { username: 'Taken' });
  assert.deepEqual(failureOf(error, options).errors, { username: 'Taken' });
  assert.equal(failureOf(error, options).message, undefined);
});

test('a field’s error follows the field’s content', () => {
  const formOptions = { watched: ['password', 'confirm'] };
  const check = ({ password = '', confirm = '' }) => ({
    ...(password === '' ? { password: 'Required' } : password.length < 8 ? { password: 'Too short' } : {}),
    ...(password === confirm ? {} : { confirm: 'Different' }),
  });
  const now = (values: { password: string; confirm: string }) =>
    currentErrors(formOptions, values, check(values));
  assert.deepEqual(now({ password: 'abc', confirm: '' }), { password: 'Too short', confirm: 'Different' });
  assert.deepEqual(now({ password: 'abcdefgh', confirm: 'abc' }), { confirm: 'Different' });
  assert.deepEqual(now({ password: 'abcdefgh', confirm: 'abcdefgh' }), {});
  // A field that was reported wrong once shows a new error at once.
  assert.deepEqual(now({ password: 'abcdefghi', confirm: 'abcdefgh' }), { confirm: 'Different' });
});

test('a field without a reported error gets none while typing', () => {
  assert.deepEqual(currentErrors({ watched: ['username'] }, {}, { email: 'Not an address' }), {});
  assert.deepEqual(currentErrors({}, {}, { email: 'Not an address' }), {});
});

test('a server error disappears once the field’s value changes', () => {
  const refused = { errors: { username: 'Taken' }, values: { username: 'nell', email: '' } };
  const formOptions = { watched: ['username'], refused };
  assert.deepEqual(currentErrors(formOptions, { username: 'nell', email: 'a@b.example' }, {}), {
    username: 'Taken',
  });
  assert.deepEqual(currentErrors(formOptions, { username: 'nell-2' }, {}), {});
});
