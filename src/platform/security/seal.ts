import '../server-only.ts';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Signer } from './secret.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret that has to be read again (AES-256-GCM), so that the database alone does not give it away. The key
 * derives from the site's secret; the purpose keeps one sealed thing from serving as another.
 */
export function seal(signer: Signer, purpose: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', signer.sign('seal', purpose), nonce);
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** The sealed secret; undefined if it was sealed with another site secret or for another purpose, or is cut off. */
export function unseal(signer: Signer, purpose: string, sealed: Buffer): Buffer | undefined {
  const key = signer.sign('seal', purpose);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
