import { authorPageLoader, authorsPageLoader } from '#features/authors/screens/loaders.ts';
import { chapterPageLoader } from '#features/chapters/screens/loaders.ts';
import { LIST_QUERY_NAMES } from '#features/filters/rules/list-request.ts';
import { SEARCH_QUERY_NAMES } from '#features/search/contract.ts';
import { allStoriesPageLoader, homePageLoader, storyPageLoader } from '#features/stories/screens/loaders.ts';
import { tagPageLoader, tagsPageLoader } from '#features/tags/screens/loaders.ts';
import type { PageRequest } from '#ui/page-loader.ts';
import { paths } from '#urls.ts';
import { type Page, pagesOf } from './screens.ts';

const page = pagesOf(
  import.meta.glob<Record<string, unknown>>([
    '/src/features/{authors,chapters,search,stories,tags}/screens/*-page.tsx',
    '!**/{add,create,edit}-*-page.tsx',
    '!**/{chapter-versions,warnings}-page.tsx',
  ]),
);

/** The loader of the search is large, and needed only by those who search: browsers fetch it with the screen. */
async function loadSearchPage(request: PageRequest) {
  const { searchPageLoader } = await import('#features/search/screens/loaders.ts');
  return searchPageLoader(request);
}

/** The pages that readers go through, address → screen. Every visitor's browser has this table. */
export const readingPages: Page[] = [
  page(paths.home, 'stories/home-page', homePageLoader, ['sort', 'tag_sort', 'page', ...LIST_QUERY_NAMES]),
  page(paths.allStories, 'stories/all-stories-page', allStoriesPageLoader, ['page', ...LIST_QUERY_NAMES]),
  page(paths.story, 'stories/story-page', storyPageLoader),
  page(paths.chapter, 'chapters/chapter-page', chapterPageLoader),
  page(paths.author, 'authors/author-page', authorPageLoader, ['page', ...LIST_QUERY_NAMES]),
  page(paths.authors, 'authors/authors-page', authorsPageLoader, ['sort', 'page']),
  page(paths.tag, 'tags/tag-page', tagPageLoader, ['sort', 'page', ...LIST_QUERY_NAMES]),
  page(paths.tags, 'tags/tags-page', tagsPageLoader, ['q', 'sort', 'page']),
  page(paths.search, 'search/search-page', loadSearchPage, [
    ...new Set([...SEARCH_QUERY_NAMES, ...LIST_QUERY_NAMES]),
  ]),
];
