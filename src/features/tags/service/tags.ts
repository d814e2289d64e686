import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type frontpageTags,
  type getTag,
  type listTags,
  TAG_BROWSE_PAGE_SIZE,
  type topTags,
} from '../contract/tags.ts';
import { storyTagNames, tagKey } from '../rules.ts';
import { tagInDetail } from '../store/relations.ts';
import { addTagTrending, lockTagsOfStories, replaceStoryTags } from '../store/story-tags.ts';
import {
  countTags,
  findTagNames,
  tagsNamed as findTagsNamed,
  tagsInOrder,
  trendingBelowHighest,
  trendingScore,
} from '../store/tags.ts';

export async function browseTags(
  { db }: Context,
  input: ParsedInputOf<typeof listTags>,
): Promise<Outcome<DataOf<typeof listTags>>> {
  const query = input.query.trim();
  const { offset, beyond } = pageWindow(input.page, input.limit);
  const [tags, total] = await Promise.all([
    beyond ? [] : tagsInOrder(db, { sort: input.sort, query, offset, limit: input.limit }),
    countTags(db, query),
  ]);
  return success({ tags, pagination: pagination(input.page, input.limit, total) }, depthMessage(total));
}

export async function listTopTags(
  { db }: Context,
  input: ParsedInputOf<typeof topTags>,
): Promise<Outcome<DataOf<typeof topTags>>> {
  return success({
    tags: await tagsInOrder(db, { sort: input.sort, query: '', offset: 0, limit: input.limit }),
  });
}

export async function listMostUsedTags({ db }: Context): Promise<Outcome<DataOf<typeof frontpageTags>>> {
  return success({
    tags: await tagsInOrder(db, { sort: 'popularity', query: '', offset: 0, limit: TAG_BROWSE_PAGE_SIZE }),
  });
}

export async function readTag(
  { db }: Context,
  { name }: ParsedInputOf<typeof getTag>,
): Promise<Outcome<DataOf<typeof getTag>>> {
  const tag = await tagInDetail(db, name);
  return success({ tag: tag === undefined ? null : { ...tag, is_synonym: tag.canonical !== null } });
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
};
