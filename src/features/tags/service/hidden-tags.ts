import type { HiddenCounts } from '#features/hidden/contract.ts';
import { type HiddenSet, hidesNothing } from '#features/hidden/rules.ts';
import { hiddenCounts, hiddenSetFor } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Tag } from '../contract/tags.ts';
import { countHiddenStories, tagsBelow } from '../store/hidden-tags.ts';

/** The things that a caller never wants to meet in a list of tags. */
export interface TagView {
  hidden: HiddenSet;
  /** The hidden tags and those below them. */
  tagIds: number[];
  /** The hidden tag because of which each of them is left out. */
  above: ReadonlyMap<number, number>;
}

export async function tagViewFor(
  connection: Connection,
  input: { hidden: string; show_hidden: 'true' | 'false' },
  account: { id: number } | undefined,
): Promise<TagView> {
  const hidden = await hiddenSetFor(connection, input, account);
  const above = await hiddenTagsBelow(connection, hidden.tags);
  return { hidden, tagIds: [...above.keys()], above };
}

/** The hidden tags with all narrower ones, whose stories have them too. */
export async function hiddenTagsBelow(
  connection: Connection,
  ids: readonly number[],
): Promise<Map<number, number>> {
  return ids.length === 0 ? new Map() : tagsBelow(connection, ids);
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

/** The counts of tags that are left out, by the hidden tag. */
export async function countHiddenTags(
  connection: Connection,
  { above }: TagView,
  leftOut: readonly number[],
): Promise<HiddenCounts> {
  const byReason = new Map<string, number>();
  for (const id of leftOut) {
    const reason = `t${above.get(id)}`;
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  }
  return hiddenCounts(connection, byReason, false);
}
