import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal } from '#platform/security/seal.ts';
import { createSigner } from '#platform/security/secret.ts';
import { base32, totpUri } from '../rules.ts';
import { stepOfCode, totpCode } from './totp-code.ts';

/** The secret and the values of RFC 6238, appendix B, with their last six digits. */
const secret = Buffer.from('12345678901234567890');
const values: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test('a code is the one of RFC 6238', () => {
  for (const [seconds, code] of values) assert.equal(totpCode(secret, Math.floor(seconds / 30)), code);
});

test('a code is taken during its step and the ones beside it', () => {
  const code = totpCode(secret, 1000);
  for (const current of [999, 1000, 1001]) assert.equal(stepOfCode(secret, code, current), 1000);
  for (const current of [998, 1002]) assert.equal(stepOfCode(secret, code, current), undefined);
  for (const typed of ['', '28708', '2870822', 'abcdef'])
    assert.equal(stepOfCode(secret, typed, 1), undefined);
});

test('an app reads the secret from the address', () => {
  // RFC 4648, section 10.
  assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI');
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  assert.equal(totpUri('Ada_L', 'ABC'), 'otpauth://totp/Nightstand:Ada_L?secret=ABC&issuer=Nightstand');
});

test('a sealed secret opens only with the same site secret and for the same purpose', () => {
  const signer = createSigner(Buffer.from('a secret of this test'));
  const sealed = seal(signer, 'totp secret 1', secret);
  assert.ok(!sealed.includes(secret));
  assert.deepEqual(unseal(signer, 'totp secret 1', sealed), secret);
  assert.equal(unseal(signer, 'totp secret 2', sealed), undefined);
  assert.equal(unseal(createSigner(Buffer.from('another')), 'totp secret 1', sealed), undefined);
  assert.notDeepEqual(seal(signer, 'totp secret 1', secret), sealed);
});
