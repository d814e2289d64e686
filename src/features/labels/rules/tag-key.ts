import { normalizeLine } from '#base/plain-text.ts';

/** A tag's name as shown: trimmed, lower case, single spaces, no invisible or direction characters. */
export function tagName(typed: string): string {
  return normalizeLine(typed).toLowerCase();
}

/** The signs that phones and word processors type for an apostrophe. */
const APOSTROPHES = /[’‘ʼ´`]/g;

/**
 * The key that all spellings of a tag share: the name without case, accents, spaces and hyphens, and with plain apostrophes.
 * 'Slow Burn', 'slow-burn' and 'slowburn' are one. Empty when only signs were typed.
 */
export function tagKey(typed: string): string {
  return tagName(typed)
    .replaceAll(APOSTROPHES, "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}&+#/']/gu, '');
}
