import '../server-only.ts';
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { clientOf, startProvider } from '#tests/support/openid-provider.ts';
import { freePort } from '../http/free-port.ts';
import { createLogger } from '../runtime/log.ts';
import type { OpenIdClient } from './openid-client.ts';

const provider = await startProvider();
after(() => provider.stop());
const account = { subject: 'canary-subject', email: 'canary@gmail.example' };
const DISCOVERY = '/.well-known/openid-configuration';

/** A complete OAuth flow by a client that has already discovered the provider. */
async function trip(client: OpenIdClient = provider.client) {
  const begun = await client.begin();
  assert.ok(begun !== undefined);
  const answer = await provider.visit(begun.url, account);
  return client.finish(answer, begun.attempt);
}

/** A complete OAuth flow in which the provider answers differently at one path. */
async function tripWith(path: string, instead: (response: ServerResponse) => void) {
  provider.insteadAt.set(path, instead);
  try {
    return await trip(clientOf(provider));
  } finally {
    provider.insteadAt.delete(path);
  }
}

const html = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Trouble</h1>');
const json = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

test('somebody who comes back is known by issuer and subject', async () => {
  assert.deepEqual(await trip(), {
    ...{ issuer: provider.issuer, subject: 'canary-subject' },
    ...{ email: 'canary@gmail.example', isEmailVerified: true },
  });
});

test('an identity that somebody else has signed is refused', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
  assert.equal(await tripWith('/jwks', json(200, { keys: [key] })), 'refused');
});

test('a provider in trouble is no fault of who comes back', async () => {
  assert.equal(await tripWith('/token', html(502)), 'unreachable');
  assert.equal(await tripWith('/token', html(200)), 'unreachable');
  assert.equal(await tripWith('/token', json(503, { error: 'temporarily_unavailable' })), 'unreachable');
  assert.equal(await tripWith('/jwks', html(500)), 'unreachable');
  assert.equal(await tripWith('/token', (response) => response.destroy()), 'unreachable');
});

test('a wrong secret in the settings is no fault of who comes back', async () => {
  const client = clientOf({ issuer: provider.issuer, clientSecret: 'not the secret' });
  assert.equal(await trip(client), 'unreachable');
});

test('a provider that never answers is given up', async () => {
  provider.insteadAt.set(DISCOVERY, () => {});
  provider.insteadAt.set('/token', () => {});
  const [finished, begun] = await Promise.all([trip(), clientOf(provider).begin()]);
  assert.deepEqual([finished, begun], ['unreachable', undefined]);
  provider.insteadAt.clear();
});

test('a provider that was away is asked again the next time', async () => {
  const client = clientOf(provider);
  for (const instead of [html(503), json(200, { issuer: 'https://evil.example' }), html(200)]) {
    provider.insteadAt.set(DISCOVERY, instead);
    assert.equal(await client.begin(), undefined);
  }
  provider.insteadAt.clear();
  assert.equal(typeof (await trip(client)), 'object');
  const nobody = clientOf({ issuer: `http://127.0.0.1:${await freePort('127.0.0.1')}` });
  assert.equal(await nobody.begin(), undefined);
});

test('a failed sign-in is logged without codes, secrets or the person', async () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const client = clientOf({ issuer: provider.issuer, log });
  const begun = await client.begin();
  assert.ok(begun !== undefined);
  const answer = await provider.visit(begun.url, account);
  const wrong = [
    await client.finish(answer, { ...begun.attempt, state: 'canary-state' }),
    await client.finish(answer, { ...begun.attempt, nonce: 'canary-nonce' }),
    await client.finish({ ...answer, code: 'canary-code' }, begun.attempt),
    await client.finish({ ...answer, iss: 'https://canary.example' }, begun.attempt),
  ];
  assert.deepEqual(wrong, ['refused', 'refused', 'refused', 'refused']);
  provider.insteadAt.set(
    '/token',
    json(400, { error: 'invalid_client', error_description: 'canary-description' }),
  );
  assert.equal(await client.finish(answer, begun.attempt), 'unreachable');
  provider.insteadAt.clear();
  assert.equal(lines.length, 5);
  const secrets = [answer.code, answer.state, ...Object.values(begun.attempt), 'a secret between'];
  for (const secret of [...secrets, 'canary']) assert.ok(!lines.join('').includes(secret), secret);
});
