import assert from 'node:assert/strict';
import { createCipheriv, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { seal, unseal } from './encrypted-text.ts';

const key = randomBytes(32);

test('an author’s sealed text is read with their key alone, and says nothing by itself', () => {
  const text = 'She kept the lamp lit. 🕯 '.repeat(5000);
  const sealed = seal(text, key);
  assert.equal(unseal(sealed, key), text);
  assert.ok(!sealed.includes('lamp') && !atob(sealed).includes('lamp'));
  assert.equal(unseal(sealed, randomBytes(32)), undefined);
  // Sealing the same text twice gives different results.
  assert.notEqual(seal(text, key), sealed);
});

test('an author’s text that was damaged is not taken for theirs', () => {
  const sealed = seal('Everything.', key);
  for (const broken of [
    '',
    'AAAA',
    'no base64 ¤',
    sealed.slice(0, -8),
    `${sealed.slice(0, 20)}AAAA${sealed.slice(24)}`,
  ])
    assert.equal(unseal(broken, key), undefined, broken);
});

test('an author’s browser seals drafts with the AES-GCM that other libraries open', () => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update('As agreed.'), cipher.final(), cipher.getAuthTag()]);
  assert.equal(unseal(sealed.toString('base64'), key), 'As agreed.');
});
