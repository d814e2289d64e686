const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 of RFC 4648 without padding, as authenticator apps read secrets. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

const SITE = 'Nightstand';

/** The address by which authenticator apps take over a secret. */
export function totpUri(username: string, secret: string): string {
  return `otpauth://totp/${SITE}:${encodeURIComponent(username)}?secret=${secret}&issuer=${SITE}`;
}
