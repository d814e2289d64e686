import type { CallApi, DataOf } from '#base/contract.ts';
import { isolated } from '#base/direction.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Pagination } from '#base/paging.ts';
import { authorStories, getAuthor } from '#features/authors/contract.ts';
import { STORY_FILTER_NAMES } from '#features/filters/contract/filters.ts';
import { SEARCH_SORTS, search } from '#features/search/contract.ts';
import { getSeries } from '#features/series/contract.ts';
import { getReadingList } from '#features/shelves/contract/lists.ts';
import { STORY_SORTS, type StorySort, storySorts } from '#features/stories/contract/sorts.ts';
import { frontpage, type Story } from '#features/stories/contract/stories.ts';
import { getTag } from '#features/tags/contract/tags.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls, withQuery } from '#urls.ts';
import { feedMessages } from '../contract.ts';
import { type Feed, lastUpdate } from '../rules/feed.ts';
import { permanentId, storyEntries } from './entries.ts';
import { FEED_PAGE_SIZE, type FeedQuery, pageOf, turnedPage } from './feed-query.ts';

/**
 * Names a list with what narrows it: each choice is a feed of its own, of which every page is a part. The list without a
 * choice keeps the name that its subscribers know.
 */
function seedOf(list: string, choice: Record<string, string | undefined>): string {
  const parts = Object.entries(choice).flatMap(([name, value = '']) =>
    value === '' ? [] : [`${name}=${value}`],
  );
  return [list, ...parts].join('\n');
}

/** The parts by which every list can be narrowed, for its name: hidden items count unless they are shown all the same. */
function narrowing(query: FeedQuery): Record<string, string> {
  const { hidden, show_hidden, ...filter } = filterOf(query);
  return { ...filter, hidden: show_hidden === 'true' ? '' : hidden };
}

/** A list of stories that a feed or a catalogue shows, with what its calls say about it. */
interface FoundList {
  /** Names it for ever. */
  seed: string;
  title: string;
  synopsis: string;
  /** The path of its page, with its query. */
  page: string;
  author?: Feed['author'];
  updated?: Date;
  stories: readonly Story[];
  pagination: Pick<Pagination, 'page' | 'pages' | 'total'>;
}

/** The order of a series or a reading list: its own, as in a catalogue, or for a feed, whose first page has what is new. */
type PlacedOrder = 'own' | 'newest';

type SeriesStory = DataOf<typeof getSeries>['stories'][number];

type FindList = (
  api: CallApi,
  name: string,
  query: FeedQuery,
  page: number,
  order: PlacedOrder,
) => Promise<Outcome<FoundList>>;

/** The parts of a query by which every list can be narrowed. */
function filterOf(query: FeedQuery) {
  const { hidden = '', show_hidden } = query;
  const filter = Object.fromEntries(STORY_FILTER_NAMES.map((name) => [name, query[name] ?? '']));
  return { ...filter, hidden, show_hidden: show_hidden === 'true' ? ('true' as const) : ('false' as const) };
}

/** The filter as the address of a page has it: what a reader hides is a cookie there. */
function addressOf(path: string, { hidden: _, show_hidden: __, page: ___, ...query }: FeedQuery): string {
  return withQuery(path, query);
}

/** The newest first, unless the address asks for another order. */
function sortOf({ sort }: FeedQuery): StorySort {
  return STORY_SORTS.find((name) => name === sort) ?? 'new';
}

const limit = FEED_PAGE_SIZE;

const newest: FindList = async (api, _, query, page) => {
  const sort = sortOf(query);
  const list = await api(frontpage, { sort, page, limit, ...filterOf(query) });
  return success({
    ...{
      seed: seedOf(`feed of ${sort} stories`, narrowing(query)),
      title: `${storySorts[sort].label} stories`,
      synopsis: '',
    },
    page: addressOf(urls.home(), query),
    ...list,
  });
};

const byTag: FindList = async (api, name, query, page) => {
  const { tag } = await api(getTag, { name });
  if (tag === null) return failure('not-found', feedMessages.notFound);
  const canonical = tag.canonical ?? tag.name;
  if (canonical !== name) return failure('moved', feedMessages.moved, { movedTo: { id: canonical } });
  const sort = sortOf(query);
  const list = await api(frontpage, { sort, tag: name, page, limit, ...filterOf(query) });
  return success({
    seed: seedOf(`feed of tag ${tag.id}`, { ...narrowing(query), sort: sort === 'new' ? '' : sort }),
    ...{ title: `Stories with the tag “${isolated(name)}”`, synopsis: '' },
    ...{ page: addressOf(urls.tag(name), query), ...list },
  });
};

const byAuthor: FindList = async (api, username, query, page) => {
  const { profile } = await api(getAuthor, { username });
  if (profile.username !== username)
    return failure('moved', feedMessages.moved, { movedTo: { id: profile.username } });
  const list = await api(authorStories, { username, page, limit, ...filterOf(query) });
  const name = profile.display_name || profile.username;
  const path = urls.author(username);
  return success({
    ...{
      seed: seedOf(`feed of author ${profile.id}`, narrowing(query)),
      title: `Stories by ${isolated(name)}`,
      synopsis: profile.bio,
    },
    ...{ page: addressOf(path, query), author: { name, page: path }, ...list },
  });
};

const ofSeries: FindList = async (api, slug, query, page, order) => {
  const series = await api(getSeries, { id: slug, ...filterOf(query) });
  if (series.slug !== slug) return failure('moved', feedMessages.moved, { movedTo: { id: series.slug } });
  const stories = order === 'own' ? series.stories : series.stories.toSorted(byLastChapter);
  return success({
    ...{
      seed: seedOf(`feed of series ${series.id}`, narrowing(query)),
      title: series.title,
      synopsis: series.synopsis,
    },
    ...{ page: addressOf(urls.series(slug), query), updated: new Date(series.updated_at) },
    author: { name: series.author_display_name, page: urls.author(series.author_username) },
    stories: stories.slice((page - 1) * limit, page * limit),
    pagination: {
      ...{ page, total: series.stories.length, pages: Math.ceil(series.stories.length / limit) },
    },
  });
};

/** The last chapter first; of stories with one of the same moment the later part. */
function byLastChapter(one: SeriesStory, other: SeriesStory): number {
  const [a = '', b = ''] = [one.last_chapter_at ?? '', other.last_chapter_at ?? ''];
  return a === b ? other.position - one.position : a < b ? 1 : -1;
}

const ofReadingList: FindList = async (api, slug, { hidden = '' }, page, order) => {
  const sort = order === 'own' ? 'order' : 'added';
  const { list, stories, pagination } = await api(getReadingList, { slug, page, limit, sort, hidden });
  if (list.slug !== slug) return failure('moved', feedMessages.moved, { movedTo: { id: list.slug } });
  return success({
    ...{ seed: seedOf(`feed of list ${list.id}`, { hidden }), title: list.title, synopsis: list.synopsis },
    ...{ page: urls.list(slug), updated: new Date(list.updated_at), stories, pagination },
    author: {
      name: list.author_display_name,
      page: list.is_author_public ? urls.author(list.author_username) : undefined,
    },
  });
};

/** Stories alone, and the newest first unless the address asks for another order: a feed is read for what is new. */
const searched: FindList = async (api, _, query, page) => {
  const sort = SEARCH_SORTS.find((name) => name === query.sort) ?? 'newest';
  const found = await api(search, {
    ...{ query: query.q ?? '', type: 'stories', sort, page, limit, ...filterOf(query) },
    match_title_only: query.title_only === 'true' ? 'true' : 'false',
  });
  const title = query.q === undefined ? 'Stories by filter' : `Search: ${isolated(query.q)}`;
  const address = addressOf(urls.search(), query);
  return success({
    ...{
      seed: seedOf(`feed of ${address}`, { hidden: narrowing(query).hidden }),
      title,
      synopsis: '',
      page: address,
    },
    ...{ stories: found.stories, pagination: found.pagination.stories },
  });
};

/** The lists that have feeds, by the first part of their address. */
export const listFinders = {
  '': newest,
  tag: byTag,
  author: byAuthor,
  series: ofSeries,
  list: ofReadingList,
  search: searched,
} satisfies Record<string, FindList>;
export type ListKind = keyof typeof listFinders;

/** A list as a feed: one entry for each story, with those that came or went on last on its first page. */
export async function listFeed(
  context: Pick<Context, 'db' | 'publicUrl'>,
  api: CallApi,
  { kind, name, query }: { kind: ListKind; name: string; query: FeedQuery },
): Promise<Outcome<Feed>> {
  const page = pageOf(query);
  if (!page.ok) return page;
  const found = await listFinders[kind](api, name, query, page.data, 'newest');
  if (!found.ok) return found;
  const { seed, title, synopsis, author, updated, pagination } = found.data;
  const entries = await storyEntries(context, found.data.stories);
  const base = kind === '' ? '' : kind === 'search' ? '/search' : `/${kind}/${encodeURIComponent(name)}`;
  return success({
    ...{ id: permanentId(context, seed), title, synopsis, page: found.data.page, path: `${base}/feed` },
    ...{ query, author, language: null, entries },
    next: turnedPage(query, pagination).next,
    updated: lastUpdate(entries, updated),
  });
}
