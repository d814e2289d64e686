import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { hidesNothing } from '#features/hidden/rules.ts';
import { NO_HIDDEN_COUNTS } from '#features/hidden/service.ts';
import { tagKey } from '#features/labels/rules/tag-key.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type frontpageTags,
  type getTag,
  type listTags,
  TAG_BROWSE_PAGE_SIZE,
  type Tag,
  type TagSort,
  type topTags,
} from '../contract/tags.ts';
import { storyTagNames } from '../rules.ts';
import { childrenAmong } from '../store/hidden-tags.ts';
import { tagInDetail } from '../store/relations.ts';
import { addTagTrending, lockTagsOfStories, replaceStoryTags } from '../store/story-tags.ts';
import {
  browsedTagIds,
  countTags,
  findTagNames,
  tagsNamed as findTagsNamed,
  storedNames,
  tagsInOrder,
  trendingBelowHighest,
  trendingScore,
} from '../store/tags.ts';
import { countHiddenTags, type TagView, viewTags, withHiddenTags } from './hidden-tags.ts';

export async function browseTags(
  { db }: Context,
  input: ParsedInputOf<typeof listTags>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof listTags>>> {
  const query = input.query.trim();
  const { offset, beyond } = pageWindow(input.page, input.limit);
  return viewTags(db, input, account, async (view) => {
    const [tags, listed, leftOut] = await Promise.all([
      beyond ? [] : tagsInOrder(db, { ...input, query, offset }, view),
      countTags(db, query),
      query === '' || view.hiddenIds.length === 0 ? undefined : browsedTagIds(db, query, view.hiddenIds),
    ]);
    const hidden = countHiddenTags(view, leftOut);
    const total = listed - hidden.total;
    return success(
      { tags: tags.filter(hasStories), pagination: pagination(input.page, input.limit, total), hidden },
      depthMessage(total),
    );
  });
}

/** A tag whose stories are all hidden, as far as they are counted, is in no list. */
const hasStories = ({ story_count }: Tag) => story_count > 0;

/** The number of tags that take the places of those whose stories are all hidden. */
const SPARE_TAGS = 10;

/** The first tags in an order. */
async function firstTags(
  connection: Connection,
  { sort, limit }: { sort: TagSort; limit: number },
  view: TagView,
): Promise<DataOf<typeof topTags>> {
  const more = hidesNothing(view.hidden) ? 0 : SPARE_TAGS;
  const first = { sort, query: '', offset: 0, limit: limit + more };
  const tags = await tagsInOrder(connection, first, view);
  return { tags: tags.filter(hasStories).slice(0, limit), hidden: countHiddenTags(view) };
}

export async function listTopTags(
  { db }: Context,
  input: ParsedInputOf<typeof topTags>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof topTags>>> {
  return viewTags(db, input, account, async (view) => success(await firstTags(db, input, view)));
}

export async function listMostUsedTags(
  { db }: Context,
  input: ParsedInputOf<typeof frontpageTags>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof frontpageTags>>> {
  const most = { sort: 'popularity', limit: TAG_BROWSE_PAGE_SIZE } as const;
  return viewTags(db, input, account, async (view) => success(await firstTags(db, most, view)));
}

/** A hidden tag is answered too: its name was asked for. */
export async function readTag(
  { db }: Context,
  { name, ...input }: ParsedInputOf<typeof getTag>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof getTag>>> {
  return viewTags(db, input, account, async (view) => {
    const tag = await tagInDetail(db, name, view);
    if (tag === undefined) return success({ tag: null, hidden: NO_HIDDEN_COUNTS });
    const leftOut = view.hiddenIds.length === 0 ? [] : await childrenAmong(db, tag.id, view.hiddenIds);
    return success({
      tag: { ...tag, is_synonym: tag.canonical !== null },
      hidden: countHiddenTags(view, leftOut),
    });
  });
}

/** The tags with these names, and whether one of the names has none. */
export async function tagsNamed(
  connection: Connection,
  names: readonly string[],
): Promise<{ found: { id: number; story_count: number }[]; isIncomplete: boolean }> {
  const found = await findTagsNamed(connection, names);
  const keys = new Set(found.map((tag) => tag.key));
  const isIncomplete = names.some((name) => !keys.has(tagKey(name)));
  // Two names may mean the same tag.
  return { found: [...new Map(found.map((tag) => [tag.id, tag])).values()], isIncomplete };
}

/** Validates typed tags as those of a story. */
export function validateTags(typed: readonly string[]): Outcome<string[]> {
  const checked = storyTagNames(typed);
  return checked.ok ? success(checked.names) : invalidField('tags', checked.message);
}

/** Names of a story’s tags as they are stored: the first spelling of a tag is that of all stories. */
export async function namesAsStored(connection: Connection, names: readonly string[]): Promise<string[]> {
  const stored = await storedNames(connection, names.map(tagKey));
  return names.map((name) => stored.get(tagKey(name)) ?? name);
}

/** Names of the most used tags, for the sitemap. */
export async function listSitemapTags(connection: Connection): Promise<string[]> {
  const tags = await tagsInOrder(connection, { sort: 'popularity', query: '', offset: 0, limit: 10_000 });
  return tags.map((tag) => tag.name);
}

export {
  addTagTrending,
  findTagNames,
  lockTagsOfStories,
  replaceStoryTags,
  trendingBelowHighest,
  trendingScore,
  withHiddenTags,
};
