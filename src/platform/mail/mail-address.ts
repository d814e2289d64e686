import '../server-only.ts';

/** A mail address and its display name, already parsed, so that no code parses an address out of a text again. */
export interface Mailbox {
  name: string;
  address: string;
}

const MAX_ADDRESS_BYTES = 254;

// Exactly one address: nothing that could be read as a second one, as a list, or as the end of a header.
const ADDRESS_PATTERN = /^[^\s\p{C}@<>",;:()[\]\\]+@[^\s\p{C}@<>",;:()[\]\\]+$/u;

/** Whether a text is exactly one mail address. Permissive: it refuses only harmful texts. */
export function isOneAddress(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_ADDRESS_BYTES && ADDRESS_PATTERN.test(text);
}

/** Reads `stories@example.org` or `Nightstand <stories@example.org>`. */
export function readMailbox(text: string): Mailbox | undefined {
  if (/\p{Cc}/u.test(text) || text.length > 320) return undefined;
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = bracketed ?? text;
  if (!isOneAddress(address) || !/@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(address)) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
