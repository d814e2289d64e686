import type { CallApi } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { listShelfStories } from '#features/shelves/contract/shelves.ts';
import { STORY_SORTS, type StorySort, storySorts } from '#features/stories/contract/sorts.ts';
import { getStory, type Story } from '#features/stories/contract/stories.ts';
import type { Context } from '#platform/runtime/context.ts';
import { feedMessages } from '../contract.ts';
import type { BookContent, Catalogue, CatalogueBook, CatalogueOrder } from '../rules/catalogue.ts';
import { lastUpdate } from '../rules/feed.ts';
import { coverOf, permanentId, storyEntries } from './entries.ts';
import { FEED_PAGE_SIZE, type FeedQuery, pageOf, turnedPage } from './feed-query.ts';
import { type ListKind, listFinders } from './list-feeds.ts';

type Books = Outcome<Catalogue & { content: BookContent }>;
type From = Pick<Context, 'db' | 'publicUrl'>;

const THUMBNAIL_WIDTH = 320;
const ORDERED: readonly ListKind[] = ['', 'tag'];

/** Whether a catalogue may offer a story: a listed one, unless it is only read here or needs an account. */
function isOffered(story: Story, isForMember: boolean): boolean {
  const { books, chapter_count, visibility, is_waiting = false } = story;
  const isOpen = visibility === 'public' || (isForMember && visibility === 'members');
  return books && chapter_count > 0 && isOpen && !is_waiting;
}

/** The stories of a list as books. A page can have fewer than the list, because not every story is offered. */
export async function listOfBooks(
  context: From,
  api: CallApi,
  {
    kind,
    name,
    path,
    query,
    isForMember,
  }: { kind: ListKind; name: string; path: string; query: FeedQuery; isForMember: boolean },
): Promise<Books> {
  const page = pageOf(query);
  if (!page.ok) return page;
  const found = await listFinders[kind](api, name, query, page.data, 'own');
  if (!found.ok) return found;
  const { seed, title, synopsis, pagination, updated } = found.data;
  const books = await booksOf(context, found.data.stories, isForMember);
  return success({
    ...{ id: permanentId(context, `catalogue: ${seed}`), title, synopsis, path, query, up: '' },
    ...turnedPage(query, pagination),
    updated: lastUpdate(books, updated),
    content: { books, orders: ORDERED.includes(kind) ? ordersOf(path, query) : [] },
  });
}

/** One of the shelves of a token's owner. */
export async function shelfOfBooks(
  context: From,
  api: CallApi,
  { id, path, query }: { id: string; path: string; query: FeedQuery },
): Promise<Books> {
  const page = pageOf(query);
  if (!page.ok) return page;
  const { shelf, stories, pagination } = await api(listShelfStories, {
    ...{ id, page: page.data, limit: FEED_PAGE_SIZE },
  });
  const books = await booksOf(context, stories, true);
  return success({
    ...{ id: permanentId(context, `catalogue: shelf ${shelf.kind} ${shelf.id}`), title: shelf.title },
    ...{ synopsis: shelf.synopsis, path, query, up: '', ...turnedPage(query, pagination) },
    ...{ updated: lastUpdate(books), content: { books, orders: [] } },
  });
}

/** One story, for the address of its own that each book of OPDS 2.0 has. */
export async function bookAt(
  context: From,
  api: CallApi,
  slug: string,
  isForMember: boolean,
): Promise<Outcome<CatalogueBook>> {
  const story = await api(getStory, { id: slug });
  if (story.slug !== slug) return failure('moved', feedMessages.moved, { movedTo: { id: story.slug } });
  const [book] = await booksOf(context, [story], isForMember);
  return book === undefined ? failure('not-found', feedMessages.notFound) : success(book);
}

async function booksOf(
  context: From,
  stories: readonly Story[],
  isForMember: boolean,
): Promise<CatalogueBook[]> {
  const offered = stories.filter((story) => isOffered(story, isForMember));
  const entries = await storyEntries(context, offered);
  return offered.flatMap((story, at) => {
    const entry = entries[at];
    const [series] = story.series;
    if (entry === undefined) return [];
    return [
      {
        ...entry,
        ...{ slug: story.slug, thumbnail: coverOf(story, THUMBNAIL_WIDTH), words: story.word_count },
        series: series && {
          ...{ title: series.title, position: series.position },
          path: `/series/${encodeURIComponent(series.slug)}`,
        },
      },
    ];
  });
}

/** The orders of a list, of which the newest is the first. */
function ordersOf(path: string, { page: _, ...query }: FeedQuery): CatalogueOrder[] {
  const sorts: StorySort[] = ['new', 'updated', 'top', 'trending'];
  const active = STORY_SORTS.find((sort) => sort === query.sort) ?? 'new';
  return sorts.map((sort) => ({
    ...{ title: storySorts[sort].label, path, isActive: sort === active },
    query: { ...query, sort },
  }));
}
