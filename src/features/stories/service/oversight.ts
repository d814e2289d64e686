/** Stories as moderators act upon them. */
import { lockTagsOfStories } from '#features/tags/service.ts';
import type { Connection } from '#platform/database/database.ts';
import { isStoryId } from '../rules.ts';
import { lockStories } from '../store/changes.ts';
import { storyIdsOfAuthor } from '../store/oversight.ts';
import { storyById, storyBySlug } from '../store/stories.ts';

/** The story that an id names, or a slug that it has or had; also a withheld one. */
export async function storyIdNamed(connection: Connection, idOrSlug: string): Promise<number | undefined> {
  const story = isStoryId(idOrSlug)
    ? await storyById(connection, Number(idOrSlug))
    : await storyBySlug(connection, idOrSlug);
  return story?.id;
}

/** All stories of an author, held with their tags: each in the order in which everybody holds several. */
export async function holdStoriesOfAuthor(connection: Connection, accountId: number): Promise<number[]> {
  const ids = [...(await lockStories(connection, await storyIdsOfAuthor(connection, accountId)))];
  await lockTagsOfStories(connection, ids);
  return ids;
}

export { holdOverseen, type OverseenStory, setFeatured } from '../store/oversight.ts';
