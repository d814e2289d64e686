import { fits, plainLine } from '#base/plain-text.ts';
import { excerpt } from '#base/text.ts';
import { TAG_NAME_MAXIMUM, TAGS_PER_STORY_MAXIMUM } from './contract.ts';

/** A tag's name as it is shown: trimmed, lower case, single spaces, no invisible or direction characters. */
export function tagName(typed: string): string {
  return plainLine(typed).toLowerCase();
}

/**
 * What makes two spellings one tag: the name without case, accents, spaces and hyphens. 'Slow Burn',
 * 'slow-burn' and 'slowburn' are one. Empty when nothing but signs was typed.
 */
export function tagKey(typed: string): string {
  return tagName(typed)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}&+#/']/gu, '');
}

/** The tags of a story from what was typed: empty ones and second spellings dropped, in the order given. */
export function storyTagNames(
  typed: readonly string[],
): { ok: true; names: string[] } | { ok: false; message: string } {
  const byKey = new Map<string, string>();
  for (const one of typed) {
    const key = tagKey(one);
    if (key !== '' && !byKey.has(key)) byKey.set(key, tagName(one));
  }
  const names = [...byKey.values()];
  const tooLong = names.find((name) => !fits(name, TAG_NAME_MAXIMUM));
  if (tooLong !== undefined) {
    return {
      ok: false,
      message: `Tags can have up to ${TAG_NAME_MAXIMUM} characters: "${excerpt(tooLong, TAG_NAME_MAXIMUM)}" has more`,
    };
  }
  if (names.length > TAGS_PER_STORY_MAXIMUM) {
    return { ok: false, message: `A story can have up to ${TAGS_PER_STORY_MAXIMUM} tags` };
  }
  return { ok: true, names };
}

/** The letter under which a tag stands in the index: A to Z, or # for everything else. */
export function indexLetter(name: string): string {
  const first = name.normalize('NFKD').charAt(0).toUpperCase();
  return first >= 'A' && first <= 'Z' ? first : '#';
}
