import { failure, type Outcome, success } from '#base/failure.ts';
import type { Connection } from '#platform/database/database.ts';
import { storyMessages } from '../contract.ts';
import { type Findable, isStoryId, mayFind, type Seeker } from '../rules.ts';
import { storiesAt, storyById, storyBySlug } from '../store/stories.ts';

/**
 * The id of the story with an id or slug, if the seeker may find it: the one place that decides who finds withheld and
 * unfinished stories. A former slug is answered with `moved` and the current slug, under the API's parameter name.
 */
export async function findStoryId(
  connection: Connection,
  idOrSlug: string,
  seeker?: Seeker,
): Promise<Outcome<number>> {
  return find(connection, idOrSlug, (story, isByNumber) => mayFind(story, seeker, isByNumber));
}

/** Finds a story for readers' actions, such as voting, which withheld stories do not allow. */
export async function findStoryToActOn(
  connection: Connection,
  idOrSlug: string,
  reader?: Seeker,
): Promise<Outcome<number>> {
  return find(connection, idOrSlug, (story, isByNumber) => mayActOn(story, reader, isByNumber));
}

function mayActOn(story: Findable, reader: Seeker, isByNumber: boolean): boolean {
  return story.withheld_at === null && mayFind(story, reader, isByNumber);
}

async function find(
  connection: Connection,
  idOrSlug: string,
  isThere: (story: Findable, isByNumber: boolean) => boolean,
): Promise<Outcome<number>> {
  const byId = isStoryId(idOrSlug);
  const story = await (byId ? storyById(connection, Number(idOrSlug)) : storyBySlug(connection, idOrSlug));
  if (story === undefined || !isThere(story, byId)) return failure('not-found', storyMessages.notFound);
  if (byId || story.slug === idOrSlug) return success(story.id);
  return failure('moved', 'This story has a new address', { movedTo: { id: story.slug } });
}

/** The ids of those stories, named by id or current slug, on which a reader may act. */
export async function storiesToActOn(
  connection: Connection,
  idsOrSlugs: readonly string[],
  reader?: Seeker,
): Promise<number[]> {
  const ids = idsOrSlugs.filter(isStoryId).map(Number);
  const slugs = idsOrSlugs.filter((one) => !isStoryId(one));
  const found = await storiesAt(connection, { ids, slugs });
  const named = new Map(
    found.flatMap((story) => [[String(story.id), story] as const, [story.slug, story] as const]),
  );
  return idsOrSlugs.flatMap((one) => {
    const story = named.get(isStoryId(one) ? String(Number(one)) : one);
    return story !== undefined && mayActOn(story, reader, isStoryId(one)) ? [story.id] : [];
  });
}
