import { data } from 'react-router';
import { isApiError } from '#base/failure.ts';
import { excerpt } from '#base/text.ts';
import { loadList, type PageListView } from '#features/filters/rules/list-request.ts';
import { FALLBACK_POPULAR_TAGS, topTags } from '#features/tags/contract/tags.ts';
import { leaveToServer, loadAll, orUndefined, type PageRequest } from '#ui/page-loader.ts';
import type { SearchResults } from '../components/overlay-search.ts';
import { hasFilterParts, parseSearchParams, type SearchParams } from '../components/search-params.ts';
import { SEARCH_PAGE_SIZE, SEARCH_POPULAR_TAGS, type StoryHit, search, searchMessages } from '../contract.ts';

export interface PopularTag {
  name: string;
  count?: number;
}

export interface SearchPageData {
  params: SearchParams;
  /** Missing when there are no results. */
  view?: PageListView;
  /** Missing when the search is empty or failed. */
  results?: Omit<SearchResults, 'stories' | 'authors'> & { stories: ShownHit[]; authors: ShownAuthor[] };
  hasFailed: boolean;
  popularTags: PopularTag[];
  /** Whether fallback tags are shown because the popular ones could not be loaded. */
  hasNoTags: boolean;
}

/** Without the bio, which the card does not show. */
type ShownAuthor = Omit<SearchResults['authors'][number], 'bio'>;

const SYNOPSIS_LENGTH = 200;

export type ShownHit = ReturnType<typeof toShownHit>;

/** The fields of a story that the page shows: the page carries its data a second time, for hydration. */
function toShownHit({ id, slug, title_parts, snippet, ...story }: StoryHit) {
  const isMatched = (name: string) => story.matched_tags.includes(name);
  const tags = story.tags.map(({ name }) => ({ name, isMatched: isMatched(name) }));
  return {
    id,
    slug,
    title_parts,
    language: story.language ?? undefined,
    author_username: story.author_username,
    author_display_name: story.author_display_name,
    // Matched tags come first, so that the card never hides one in its count of further tags.
    tags: [...tags.filter((tag) => tag.isMatched), ...tags.filter((tag) => !tag.isMatched)],
    warnings: story.warnings,
    staff_warnings: story.staff_warnings,
    chapter_warnings: story.chapter_warnings,
    view_count: story.view_count,
    upvote_count: story.upvote_count,
    downvote_count: story.downvote_count,
    last_chapter_at: story.last_chapter_at,
    snippet,
    synopsis: snippet === null ? excerpt(story.synopsis, SYNOPSIS_LENGTH) : '',
  };
}

function toShownResults(results: SearchResults) {
  return {
    ...results,
    stories: results.stories.map(toShownHit),
    authors: results.authors.map(({ bio, ...author }) => author),
  };
}

export async function searchPageLoader(request: PageRequest) {
  const { api, url, hidden } = request;
  const params = parseSearchParams(url);
  const hasQuery = params.q !== '' || hasFilterParts(params);
  const [answer, popular] = await loadAll(
    hasQuery
      ? resultsOrStatus(loadList(request, (input) => api(search, { ...input, ...inputOf(params) })))
      : undefined,
    orUndefined(api(topTags, { limit: SEARCH_POPULAR_TAGS, sort: 'popularity', hidden })),
  );
  const tags: PopularTag[] = popular?.tags ?? [];
  const page: SearchPageData = {
    params,
    ...(answer?.view === undefined ? {} : { view: answer.view }),
    ...(answer?.results === undefined ? {} : { results: toShownResults(answer.results) }),
    hasFailed: answer !== undefined && answer.results === undefined,
    hasNoTags: popular === undefined,
    popularTags:
      tags.length === 0
        ? FALLBACK_POPULAR_TAGS.map((name) => ({ name }))
        : tags.map(({ name, count }) => ({ name, ...(count === undefined ? {} : { count }) })),
  };
  // The filters stay usable, but no cache may store a page without its results.
  return answer?.status === undefined ? page : data(page, { status: answer.status });
}

function inputOf({ q, type, sort, tags, titleOnly, page, authorsPage }: SearchParams) {
  return {
    query: q,
    type,
    sort,
    tags: tags.join(','),
    match_title_only: titleOnly ? ('true' as const) : ('false' as const),
    limit: SEARCH_PAGE_SIZE,
    page,
    ...(type === 'all' ? { authors_page: authorsPage } : {}),
  };
}

async function resultsOrStatus(
  call: Promise<{ list: SearchResults; view: PageListView }>,
): Promise<{ results?: SearchResults; view?: PageListView; status?: number } | undefined> {
  try {
    const { list, view } = await call;
    return { results: list, view };
  } catch (error) {
    if (!isApiError(error)) throw error;
    leaveToServer(error);
    // A filter without a valid part asks for nothing: the page is there, as without a search.
    if (error.message === searchMessages.queryRequired) return undefined;
    // Invalid input in the address (a page of -1) leads to a 404.
    if (error.status === 422 || error.status === 400) throw data(undefined, { status: 404 });
    return { status: error.status === 429 ? 429 : 503 };
  }
}
