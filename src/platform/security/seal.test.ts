import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal } from './seal.ts';
import { createSigner } from './secret.ts';

const signer = createSigner(Buffer.from('a secret of the tests, kept by nobody at all'));
const secret = Buffer.from('twenty bytes of some');

test('a sealed secret can be read again, for its own purpose and with the same site secret only', () => {
  const sealed = seal(signer, 'app of 1', secret);
  assert.deepEqual(unseal(signer, 'app of 1', sealed), secret);
  assert.equal(unseal(signer, 'app of 2', sealed), undefined);
  const other = createSigner(Buffer.from('another secret of the tests, kept by nobody'));
  assert.equal(unseal(other, 'app of 1', sealed), undefined);
  assert.notDeepEqual(seal(signer, 'app of 1', secret), sealed);
});

test('a sealed secret that is cut off or changed is none', () => {
  const sealed = seal(signer, 'app of 1', secret);
  for (let length = 0; length < sealed.length; length++)
    assert.equal(unseal(signer, 'app of 1', sealed.subarray(0, length)), undefined);
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  assert.equal(unseal(signer, 'app of 1', sealed), undefined);
});
