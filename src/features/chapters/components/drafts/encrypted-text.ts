import { gcm } from '@noble/ciphers/aes.js';

/**
 * A text that only its account can read: AES-256-GCM with a key that the server gives to that account alone. A library
 * encrypts it, because the browser's own cryptography is asynchronous, and so too late while a page is being left, and
 * is missing without HTTPS.
 */
const NONCE_BYTES = 12;

export function encryptText(text: string, key: Uint8Array): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const encrypted = gcm(key, nonce).encrypt(new TextEncoder().encode(text));
  const bytes = new Uint8Array(NONCE_BYTES + encrypted.length);
  bytes.set(nonce);
  bytes.set(encrypted, NONCE_BYTES);
  return toBase64(bytes);
}

/** Returns undefined for a damaged text, or one encrypted with another key. */
export function decryptText(encrypted: string, key: Uint8Array): string | undefined {
  try {
    const bytes = fromBase64(encrypted);
    const decrypted = gcm(key, bytes.subarray(0, NONCE_BYTES)).decrypt(bytes.subarray(NONCE_BYTES));
    return new TextDecoder().decode(decrypted);
  } catch {
    return undefined;
  }
}

/** Works in parts, because a call takes fewer arguments than a long text has characters. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
