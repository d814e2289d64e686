import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installedPath } from '#platform/runtime/installation.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fileUrls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const { context } = await testDatabase();
const app = await testServer(context, { renderer: await builtRenderer(installedPath('dist')) });
const YEAR_MILLISECONDS = 365 * 86_400_000;

test('a person who found a weakness is told where to report it', async () => {
  const { statusCode, headers, body } = await app.inject('/.well-known/security.txt');
  assert.equal(statusCode, 200);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  const fields = body
    .trimEnd()
    .split('\n')
    .map((line): [string, string] => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]);
  const field = (name: string) => fields.filter(([one]) => one === name).map(([, value]) => value);
  const left = Date.parse(field('Expires')[0] ?? '') - Date.now();
  assert.equal(field('Expires').length, 1);
  assert.ok(left > 0 && left < YEAR_MILLISECONDS, body);
  assert.deepEqual(field('Canonical'), [`${PUBLIC_URL}/.well-known/security.txt`]);
  assert.deepEqual(field('Preferred-Languages'), ['en']);
  for (const address of [...field('Contact'), ...field('Policy')]) {
    const { pathname, hash } = new URL(address);
    const page = await app.inject(pathname);
    assert.equal(page.statusCode, 200);
    assert.ok(page.body.includes(`id="${hash.slice(1)}"`), address);
  }
  const again = await app.inject({
    url: fileUrls.securityTxt(),
    headers: { host: 'evil.example', cookie: 'discreet=1' },
  });
  assert.equal(again.body, body, 'the same for every visitor');
});

test('the operator’s own address comes before the page', async () => {
  const operator = { ...context.operator, email: 'operator@example.org' };
  const named = await testServer(
    { ...context, operator },
    { renderer: await builtRenderer(installedPath('dist')) },
  );
  const { body } = await named.inject(fileUrls.securityTxt());
  assert.match(body, /^Contact: mailto:operator@example\.org\nContact: https:/);
});

test('a password manager is led to the form that changes a password, whoever is signed in', async () => {
  for (const headers of [{}, { authorization: 'Bearer nobody' }]) {
    const { statusCode, headers: answered } = await app.inject({
      url: '/.well-known/change-password',
      headers,
    });
    assert.deepEqual([statusCode, answered.location], [302, '/profile?tab=settings']);
  }
  assert.equal((await app.inject('/profile?tab=settings')).statusCode, 200);
  // This tells a password manager that the answer above is meaningful.
  const none = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  assert.equal((await app.inject(none)).statusCode, 404);
});
