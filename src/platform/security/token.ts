import '../server-only.ts';
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. A token is long and random, so a plain hash can't be reversed. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
