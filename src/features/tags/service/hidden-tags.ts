import { LRUCache } from 'lru-cache';
import type { HiddenCounts } from '#features/hidden/contract.ts';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { hiddenCounts, ownHiddenSet } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';
import { FRESH_SECONDS } from '#platform/http/response-cache.ts';
import { type HiddenTag, relationsVersion, tagsBelow } from '../store/hidden-tags.ts';

/** The hidden tags with those below them. */
interface HiddenTags {
  /** The `relationsVersion` that it follows. */
  version: number;
  ids: readonly number[];
  tags: readonly HiddenTag[];
  /** The hidden ones themselves, with the meaning of synonyms. */
  above: readonly number[];
  /** All that lists would show, by the hidden tag. */
  counts: HiddenCounts;
}

/** The things that a caller never wants to meet in a list of tags. */
export interface TagView {
  hidden: HiddenSet;
  /** The ids of the hidden tags and those below them. */
  hiddenIds: readonly number[];
  tags: HiddenTags;
}

const NO_TAGS = summaryOf({ tags: [], version: 0 });

/** The answer that `read` gives to a caller with what they hide. */
export async function viewTags<Answer>(
  connection: Connection,
  input: { hidden: string; show_hidden: 'true' | 'false' },
  account: { id: number } | undefined,
  read: (view: TagView) => Promise<Answer>,
): Promise<Answer> {
  const set = await ownHiddenSet(connection, input, account);
  return withHiddenTags(connection, set.tags, (tags) =>
    read({ hidden: { ...set, tags: [...tags.above] }, tags, hiddenIds: tags.ids }),
  );
}

const MAX_SETS = 100;

/**
 * The sets of hidden tags that were expanded last, by their ids: a reader's pages hide the same, and finding out about
 * hundreds of tags costs more than a list of some. Only whether a list would show one may be outdated, like the counts of
 * a cached page.
 */
const lastExpanded = new WeakMap<Connection, LRUCache<string, HiddenTags>>();

/** The answer that `read` gives to hidden tags with all narrower ones. */
export async function withHiddenTags<Answer>(
  connection: Connection,
  ids: readonly number[],
  read: (tags: HiddenTags) => Promise<Answer>,
): Promise<Answer> {
  if (ids.length === 0) return read(NO_TAGS);
  const expanded = lastExpanded.get(connection) ?? new LRUCache({ max: MAX_SETS, ttl: FRESH_SECONDS * 1000 });
  lastExpanded.set(connection, expanded);
  const key = ids.join();
  const known = expanded.get(key);
  if (known !== undefined) {
    const [version, answer] = await Promise.all([relationsVersion(connection), read(known)]);
    if (known.version === version) return answer;
  }
  const found = summaryOf(await tagsBelow(connection, ids));
  expanded.set(key, found);
  return read(found);
}

function summaryOf({ tags, version }: { tags: readonly HiddenTag[]; version: number }): HiddenTags {
  return {
    version,
    ids: tags.map(({ id }) => id),
    tags,
    above: [...new Set(tags.map((tag) => tag.above))],
    counts: countsOf(tags.filter((tag) => tag.is_listed)),
  };
}

/** The counts of tags that are left out, by the hidden tag. */
function countsOf(leftOut: readonly HiddenTag[]): HiddenCounts {
  const reasons = [...Map.groupBy(leftOut, ({ above }) => above)].map(([above, below]) => ({
    reason: `t${above}`,
    name: below[0]?.name ?? null,
    count: below.length,
  }));
  return hiddenCounts(reasons, false);
}

/** The counts of tags that are left out: of all that lists show, or of the ones with these ids. */
export function countHiddenTags({ tags }: TagView, leftOut?: readonly number[]): HiddenCounts {
  if (leftOut === undefined) return tags.counts;
  const isLeftOut = new Set(leftOut);
  return countsOf(tags.tags.filter(({ id }) => isLeftOut.has(id)));
}
