import { failure, type Outcome, success } from '#base/failure.ts';
import type { Connection } from '#platform/database/database.ts';
import { storyMessages } from '../contract/stories.ts';
import { visibilityMessages } from '../contract/visibility.ts';
import { isStoryId, isVisibleTo, type StoryVisibility, type Viewer } from '../rules.ts';
import { type FoundStory, ifOpenTo, isOpenTo, storiesAt, storyById, storyBySlug } from '../store/stories.ts';

/**
 * The id of the story with an id or slug, if the viewer may find it: the one place that decides who finds withheld and
 * unfinished stories. A former slug is answered with `moved` and the current slug, under the API's parameter name.
 */
export async function findStoryId(
  connection: Connection,
  idOrSlug: string,
  viewer?: Viewer,
): Promise<Outcome<number>> {
  return idOf(await find(connection, idOrSlug, (story, isById) => isVisibleTo(story, viewer, isById)));
}

/**
 * Finds a story for its chapters. Those of a story for members need an account; only the author reads drafts of
 * chapters.
 */
export async function findStoryForChapters(
  connection: Connection,
  idOrSlug: string,
  reader: Viewer,
): Promise<Outcome<{ id: number; isOwn: boolean }>> {
  const found = await find(connection, idOrSlug, (story, isById) => isVisibleTo(story, reader, isById));
  if (!found.ok) return found;
  if (found.data.visibility === 'members' && reader === undefined)
    return failure('unauthenticated', visibilityMessages.membersOnly);
  return success({ id: found.data.id, isOwn: found.data.owner_id === reader?.id });
}

function idOf(found: Outcome<FoundStory>): Outcome<number> {
  return found.ok ? success(found.data.id) : found;
}

/** Finds a story for readers' actions, such as voting, which withheld stories do not allow. */
export async function findReadableStory(
  connection: Connection,
  idOrSlug: string,
  reader?: Viewer,
): Promise<Outcome<number>> {
  return idOf(await find(connection, idOrSlug, (story, isById) => isReadable(story, reader, isById)));
}

function isReadable(story: StoryVisibility, reader: Viewer, isById: boolean): boolean {
  return story.withheld_at === null && isVisibleTo(story, reader, isById);
}

async function find(
  connection: Connection,
  idOrSlug: string,
  isAllowed: (story: StoryVisibility, isById: boolean) => boolean,
): Promise<Outcome<FoundStory>> {
  const byId = isStoryId(idOrSlug);
  const story = await (byId ? storyById(connection, Number(idOrSlug)) : storyBySlug(connection, idOrSlug));
  if (story === undefined || !isAllowed(story, byId)) return failure('not-found', storyMessages.notFound);
  if (byId || story.slug === idOrSlug) return success(story);
  return failure('moved', 'This story has a new address', { movedTo: { id: story.slug } });
}

/** The ids of those stories, named by id or current slug, on which a reader may act. */
export async function readableStoryIds(
  connection: Connection,
  idsOrSlugs: readonly string[],
  reader?: Viewer,
): Promise<number[]> {
  const ids = idsOrSlugs.filter(isStoryId).map(Number);
  const slugs = idsOrSlugs.filter((idOrSlug) => !isStoryId(idOrSlug));
  const stories = await storiesAt(connection, { ids, slugs });
  const storyByName = new Map(
    stories.flatMap((story) => [[String(story.id), story] as const, [story.slug, story] as const]),
  );
  return idsOrSlugs.flatMap((idOrSlug) => {
    const story = storyByName.get(isStoryId(idOrSlug) ? String(Number(idOrSlug)) : idOrSlug);
    return story !== undefined && isReadable(story, reader, isStoryId(idOrSlug)) ? [story.id] : [];
  });
}

export { ifOpenTo, isOpenTo };
