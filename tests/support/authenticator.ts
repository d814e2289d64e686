import assert from 'node:assert/strict';
import { totpCode } from '#features/second-factors/service/totp-code.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app with one secret, as it was scanned or typed. */
export function authenticatorWith(secret: string) {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  assert.equal(bytes.length, 20);
  /** The code of the current 30 seconds, or of some before or after. */
  const code = (stepsFromNow = 0) => totpCode(bytes, Math.floor(Date.now() / 30_000) + stepsFromNow);
  return { code };
}
