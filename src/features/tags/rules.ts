import { fits, normalizeLine } from '#base/plain-text.ts';
import { excerpt } from '#base/text.ts';
import { MAX_TAG_NAME_CHARACTERS, MAX_TAGS_PER_STORY } from './contract.ts';

/** A tag's name as shown: trimmed, lower case, single spaces, no invisible or direction characters. */
export function tagName(typed: string): string {
  return normalizeLine(typed).toLowerCase();
}

/**
 * The key that all spellings of a tag share: the name without case, accents, spaces and hyphens. 'Slow Burn',
 * 'slow-burn' and 'slowburn' are one. Empty when only signs were typed.
 */
export function tagKey(typed: string): string {
  return tagName(typed)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}&+#/']/gu, '');
}

/** A story's tags from typed text: empty ones and duplicate spellings dropped, in the order given. */
export function storyTagNames(
  typed: readonly string[],
): { ok: true; names: string[] } | { ok: false; message: string } {
  const byKey = new Map<string, string>();
  for (const one of typed) {
    const key = tagKey(one);
    if (key !== '' && !byKey.has(key)) byKey.set(key, tagName(one));
  }
  const names = [...byKey.values()];
  const tooLong = names.find((name) => !fits(name, MAX_TAG_NAME_CHARACTERS));
  if (tooLong !== undefined) {
    return {
      ok: false,
      message: `Tags can have up to ${MAX_TAG_NAME_CHARACTERS} characters: "${excerpt(tooLong, MAX_TAG_NAME_CHARACTERS)}" has more`,
    };
  }
  if (names.length > MAX_TAGS_PER_STORY) {
    return { ok: false, message: `A story can have up to ${MAX_TAGS_PER_STORY} tags` };
  }
  return { ok: true, names };
}

/** The letter of a tag in the index: A to Z, or # for everything else. */
export function indexLetter(name: string): string {
  const first = name.normalize('NFKD').charAt(0).toUpperCase();
  return first >= 'A' && first <= 'Z' ? first : '#';
}

export function noTagsMatching(query: string): string {
  return `No tags found matching "${query}"`;
}
