import { siteName } from '#base/site-name.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 of RFC 4648 without padding, as authenticator apps read secrets. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** The address by which authenticator apps take over a secret. */
export function totpUri(username: string, secret: string): string {
  const site = encodeURIComponent(siteName());
  return `otpauth://totp/${site}:${encodeURIComponent(username)}?secret=${secret}&issuer=${site}`;
}
