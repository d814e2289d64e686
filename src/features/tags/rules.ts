import { fits } from '#base/plain-text.ts';
import { excerpt } from '#base/text.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { tagKey, tagName } from '#features/labels/rules/tag-key.ts';
import { MAX_TAGS_PER_STORY } from './contract/tags.ts';

/** Whether a typed tag has more characters than a tag can have. */
export function isTooLongTag(typed: string): boolean {
  return !fits(tagName(typed), MAX_TAG_NAME_CHARACTERS);
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
  const tooLong = names.find(isTooLongTag);
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

/** A tag and a wider one above it. */
export interface TagEdge {
  tag_id: number;
  parent_id: number;
}

/** A tag that gets a parent, or becomes a synonym. */
export interface TagLink {
  relation: 'canonical' | 'parent';
  tagId: number;
  targetId: number;
}

/** The problem of a new link among these edges, which include all that are above either tag or anything below it. */
export function problemOfLink(
  edges: readonly TagEdge[],
  { relation, tagId, targetId }: TagLink,
  limits: { ancestors: number; generations: number },
): 'cycle' | 'too-many' | undefined {
  const merged = (id: number) => (relation === 'canonical' && id === tagId ? targetId : id);
  const parentsOf = new Map<number, Set<number>>();
  const add = (child: number, parent: number) => {
    if (child !== parent) parentsOf.set(child, (parentsOf.get(child) ?? new Set()).add(parent));
  };
  for (const { tag_id, parent_id } of edges) add(merged(tag_id), merged(parent_id));
  if (relation === 'parent') add(tagId, targetId);
  const parentsOfAll = (ids: Iterable<number>) =>
    new Set([...ids].flatMap((id) => [...(parentsOf.get(id) ?? [])]));
  for (const id of parentsOf.keys()) {
    const above = parentsOfAll([id]);
    // A set grows while it is read.
    for (const one of above) for (const parent of parentsOf.get(one) ?? []) above.add(parent);
    if (above.has(id)) return 'cycle';
    if (above.size > limits.ancestors) return 'too-many';
  }
  let generation = parentsOfAll(parentsOf.keys());
  for (let depth = 1; generation.size > 0; depth += 1) {
    if (depth > limits.generations) return 'too-many';
    generation = parentsOfAll(generation);
  }
  return undefined;
}
