import type { HiddenCounts } from '#features/hidden/contract.ts';
import { type HiddenSet, hidesNothing } from '#features/hidden/rules.ts';
import { hiddenCounts, ownHiddenSet } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Tag } from '../contract/tags.ts';
import { countHiddenStories, type HiddenTag, tagsBelow } from '../store/hidden-tags.ts';

/** The things that a caller never wants to meet in a list of tags. */
export interface TagView {
  hidden: HiddenSet;
  /** The hidden tags and those below them. */
  tags: readonly HiddenTag[];
  /** Their ids. */
  tagIds: number[];
}

export async function tagViewFor(
  connection: Connection,
  input: { hidden: string; show_hidden: 'true' | 'false' },
  account: { id: number } | undefined,
): Promise<TagView> {
  const set = await ownHiddenSet(connection, input, account);
  const tags = await hiddenTagsBelow(connection, set.tags);
  const hidden = { ...set, tags: [...new Set(tags.map(({ above }) => above))] };
  return { hidden, tags, tagIds: tags.map(({ id }) => id) };
}

/** The hidden tags with all narrower ones. */
export async function hiddenTagsBelow(
  connection: Connection,
  ids: readonly number[],
): Promise<readonly HiddenTag[]> {
  return ids.length === 0 ? [] : tagsBelow(connection, ids);
}

/** Tags with the stories that the view shows. */
export async function asViewed<Shown extends Tag>(
  connection: Connection,
  tags: Shown[],
  { hidden }: TagView,
): Promise<Shown[]> {
  if (hidesNothing(hidden)) return tags;
  const counts = await countHiddenStories(
    connection,
    tags.map(({ id }) => id),
    hidden,
  );
  return tags.map((tag) => {
    const story_count = Math.max(0, tag.story_count - (counts.get(tag.id) ?? 0));
    return { ...tag, story_count, count: story_count };
  });
}

/** The counts of tags that are left out, by the hidden tag: of those that lists show, or of the ones with these ids. */
export function countHiddenTags({ tags }: TagView, leftOut?: readonly number[]): HiddenCounts {
  const isLeftOut = new Set(leftOut);
  const counted = tags.filter(({ id, is_listed }) => (leftOut === undefined ? is_listed : isLeftOut.has(id)));
  const reasons = [...Map.groupBy(counted, ({ above }) => above)].map(([above, below]) => ({
    reason: `t${above}`,
    name: below[0]?.name ?? null,
    count: below.length,
  }));
  return hiddenCounts(reasons, false);
}
