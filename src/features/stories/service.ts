import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { tagByName, tagStory } from '#features/tags/service.ts';
import type { Connection } from '#platform/database.ts';
import type { Services } from '#platform/services.ts';
import {
  type frontpage,
  type listStories,
  RELATED_STORIES,
  type relatedStories,
  STORY_TITLE_MAXIMUM,
  type Story,
  type StoryList,
  SYNOPSIS_MAXIMUM,
  storyMessages,
} from './contract.ts';
import { isStoryId, slugFromTitle } from './rules.ts';
import { insertStory, setFigures, updateSlug } from './store/changes.ts';
import {
  authorStoryCount,
  authorStoryIds,
  countFeaturedWithTag,
  highestStoryId,
  listedSlugs,
  listedStoryIds,
  relatedStoryIds,
  storyTotals,
  taggedStoryIds,
} from './store/lists.ts';
import { authorIdsOf, storiesByIds, storyBySlug, storyIdExists } from './store/stories.ts';

/**
 * The id of the story that an address names, by id or slug. A slug that the story had before is `moved`,
 * with the present one under the name that the calls give it.
 */
export async function findStoryId(connection: Connection, idOrSlug: string): Promise<Outcome<number>> {
  if (isStoryId(idOrSlug)) {
    const id = Number(idOrSlug);
    return (await storyIdExists(connection, id)) ? success(id) : notFound();
  }
  const story = await storyBySlug(connection, idOrSlug);
  if (story === undefined) return notFound();
  if (story.slug === idOrSlug) return success(story.id);
  return failure('moved', 'This story has a new address', { movedTo: { id: story.slug } });
}

function notFound(): Failure {
  return failure('not-found', storyMessages.notFound);
}

export async function readStory({ db }: Services, input: { id: string }): Promise<Outcome<Story>> {
  const found = await findStoryId(db, input.id);
  if (!found.ok) return found;
  const [story] = await storiesByIds(db, [found.data]);
  return story === undefined ? notFound() : success(story);
}

export async function listFrontpage(
  { db }: Services,
  { sort, tag, page, limit }: ParsedInputOf<typeof frontpage>,
): Promise<Outcome<StoryList>> {
  const { offset, beyond } = pageWindow(page, limit);
  const window = { sort, offset, limit };
  if (tag === undefined) {
    const [ids, totals] = await Promise.all([beyond ? [] : listedStoryIds(db, window), storyTotals(db)]);
    return storyList(db, ids, page, limit, sort === 'featured' ? totals.featured : totals.listed);
  }
  const found = await tagByName(db, tag);
  if (found === undefined) return storyList(db, [], page, limit, 0);
  const [ids, total] = await Promise.all([
    beyond ? [] : taggedStoryIds(db, found.id, window),
    sort === 'featured' ? countFeaturedWithTag(db, found.id) : found.story_count,
  ]);
  return storyList(db, ids, page, limit, total);
}

export async function listAllStories(
  { db }: Services,
  { slug, account_id, page, limit }: ParsedInputOf<typeof listStories>,
): Promise<Outcome<StoryList>> {
  if (slug !== undefined) {
    const story = await storyBySlug(db, slug);
    const isPresent = story !== undefined && story.slug === slug;
    return storyList(db, isPresent && page === 1 ? [story.id] : [], page, limit, isPresent ? 1 : 0);
  }
  if (account_id !== undefined) return listStoriesOfAuthor({ db }, account_id, { page, limit });
  const { offset, beyond } = pageWindow(page, limit);
  const [ids, totals] = await Promise.all([
    beyond ? [] : listedStoryIds(db, { sort: 'new', offset, limit }),
    storyTotals(db),
  ]);
  return storyList(db, ids, page, limit, totals.listed);
}

/** An author's listed stories, newest first. */
export async function listStoriesOfAuthor(
  { db }: Pick<Services, 'db'>,
  authorId: number,
  { page, limit }: { page: number; limit: number },
): Promise<Outcome<StoryList>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [ids, total] = await Promise.all([
    beyond ? [] : authorStoryIds(db, authorId, { offset, limit }),
    authorStoryCount(db, authorId),
  ]);
  return storyList(db, ids, page, limit, total);
}

async function storyList(
  db: Connection,
  ids: number[],
  page: number,
  limit: number,
  total: number,
): Promise<Outcome<StoryList>> {
  const stories = await storiesByIds(db, ids);
  return success({ stories, pagination: pagination(page, limit, total) }, depthMessage(total));
}

export async function listRelated(
  { db }: Services,
  input: { id: string },
): Promise<Outcome<DataOf<typeof relatedStories>>> {
  const found = await findStoryId(db, input.id);
  if (!found.ok) return found;
  const ids = await relatedStoryIds(db, found.data, RELATED_STORIES);
  return success({ stories: await storiesByIds(db, ids) });
}

/** Makes a story without chapters, which is listed nowhere yet, in the caller's transaction. */
export async function createStory(
  connection: Connection,
  story: {
    author_id: number;
    title: string;
    synopsis: string;
    tags: string[];
    created_at?: Date | undefined;
  },
): Promise<Outcome<{ id: number; slug: string }>> {
  const title = story.title.trim();
  const synopsis = story.synopsis.trim();
  if (title === '') return invalidField('title', 'Title is required');
  if ([...title].length > STORY_TITLE_MAXIMUM) {
    return invalidField('title', 'Title is too long. Please keep it under 100 characters.');
  }
  if ([...synopsis].length > SYNOPSIS_MAXIMUM) {
    return invalidField(
      'synopsis',
      `Synopsis is too long. Please keep it under ${SYNOPSIS_MAXIMUM.toLocaleString('en-US')} characters.`,
    );
  }
  const made = await insertStory(connection, { ...story, title, synopsis, slugBase: slugFromTitle(title) });
  const tagged = await tagStory(connection, made.id, story.tags);
  return tagged.ok ? success(made) : tagged;
}

const SITEMAP_PAGE = 10_000;

/** A part of the sitemap covers a range of ids, so that a late part costs no more than an early one. */
export async function sitemapStoryPages(connection: Connection): Promise<number> {
  return Math.ceil((await highestStoryId(connection)) / SITEMAP_PAGE);
}

export async function listSitemapStories(connection: Connection, page: number) {
  return listedSlugs(connection, (page - 1) * SITEMAP_PAGE, page * SITEMAP_PAGE);
}

/** The authors of these stories, each once. */
export async function authorsOfStories(connection: Connection, storyIds: number[]): Promise<number[]> {
  return authorIdsOf(connection, storyIds);
}

/** Made-up readers' figures for a story of the sample library; `place` is its place in the list, from 0. */
export async function setSampleFigures(
  connection: Connection,
  storyId: number,
  place: number,
): Promise<void> {
  // Multiplying by a number without a common factor scatters the places without any chance.
  const scattered = (place * 7 + 3) % 13;
  await setFigures(connection, storyId, {
    upvotes: 12 + scattered * 17,
    downvotes: 1 + ((place * 5) % 9),
    bookmarks: 4 + scattered * 6,
    views: 180 + scattered * 431,
    lastReadDaysAgo: (place * 5) % 13,
    isFeatured: place % 3 === 0,
  });
}

/** Moves a story to another address; the old one leads there from then on. */
export async function renameSlug(
  db: Services['db'],
  storyId: number,
  slug: string,
): Promise<Outcome<{ slug: string }>> {
  const isFree = await db.transaction().execute((transaction) => updateSlug(transaction, storyId, slug));
  if (isFree) return success({ slug });
  const message = 'This address is taken by another story';
  return failure('taken', message, { fields: { slug: message } });
}

export { storiesByIds };
