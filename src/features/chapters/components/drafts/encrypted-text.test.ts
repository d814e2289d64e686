import assert from 'node:assert/strict';
import { createCipheriv, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decryptText, encryptText } from './encrypted-text.ts';

const key = randomBytes(32);

test('an encrypted text can be read only with its key', () => {
  const text = 'She kept the lamp lit. 🕯 '.repeat(5000);
  const encrypted = encryptText(text, key);
  assert.equal(decryptText(encrypted, key), text);
  // A shorter word would occur in so much base64 by chance.
  for (const written of [encrypted, atob(encrypted)]) assert.ok(!written.includes('kept the lamp'));
  assert.equal(decryptText(encrypted, randomBytes(32)), undefined);
  // Sealing the same text twice gives different results.
  assert.notEqual(encryptText(text, key), encrypted);
});

test('a damaged encrypted text is refused', () => {
  const encrypted = encryptText('Everything.', key);
  for (const damaged of [
    '',
    'AAAA',
    'no base64 ¤',
    encrypted.slice(0, -8),
    `${encrypted.slice(0, 20)}AAAA${encrypted.slice(24)}`,
  ])
    assert.equal(decryptText(damaged, key), undefined, damaged);
});

test('a text encrypted by another AES-GCM library can be decrypted', () => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const encrypted = Buffer.concat([nonce, cipher.update('As agreed.'), cipher.final(), cipher.getAuthTag()]);
  assert.equal(decryptText(encrypted.toString('base64'), key), 'As agreed.');
});
