import '../server-only.ts';
import { randomInt } from 'node:crypto';

/** 32 characters that are not mistaken for each other (Crockford's Base32): ten of them make 50 bits. */
const CODE_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_GROUP_LENGTH = 5;

/** A code that people copy by hand: `K7QM2-XR4TB`. */
export function newTypedCode(): string {
  const group = () =>
    Array.from({ length: CODE_GROUP_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join(
      '',
    );
  return `${group()}-${group()}`;
}

/** A typed code without its hyphen, with the characters that were meant. */
export function normalizeTypedCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}
