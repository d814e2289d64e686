import { chapterPageLoader } from '#features/chapters/screens/loaders.ts';
import { LIST_QUERY_NAMES } from '#features/filters/rules/list-request.ts';
import { SEARCH_QUERY_NAMES } from '#features/search/contract.ts';
import { allStoriesPageLoader, homePageLoader, storyPageLoader } from '#features/stories/screens/loaders.ts';
import { paths } from '#urls.ts';
import { type Page, pagesOf } from './screens.ts';

const page = pagesOf(
  import.meta.glob<Record<string, unknown>>([
    '/src/features/{authors,chapters,search,stories,tags}/screens/*-page.tsx',
    '!**/{add,create,edit}-*-page.tsx',
    '!**/{chapter-versions,warnings}-page.tsx',
  ]),
);

/*
 * A first visit needs no loader: its page comes with its data. Browsers fetch those of pages other than home, story and
 * chapter together with the screen.
 */
const authors = () => import('#features/authors/screens/loaders.ts');
const tags = () => import('#features/tags/screens/loaders.ts');
const search = () => import('#features/search/screens/loaders.ts');

/** The pages that readers go through, address → screen. Every visitor's browser has this table. */
export const readingPages: Page[] = [
  page(paths.home, 'stories/home-page', homePageLoader, ['sort', 'tag_sort', 'page', ...LIST_QUERY_NAMES]),
  page(paths.allStories, 'stories/all-stories-page', allStoriesPageLoader, ['page', ...LIST_QUERY_NAMES]),
  page(paths.story, 'stories/story-page', storyPageLoader),
  page(paths.chapter, 'chapters/chapter-page', chapterPageLoader),
  page(paths.author, 'authors/author-page', async (request) => (await authors()).authorPageLoader(request), [
    'page',
    ...LIST_QUERY_NAMES,
  ]),
  page(
    paths.authors,
    'authors/authors-page',
    async (request) => (await authors()).authorsPageLoader(request),
    ['sort', 'page'],
  ),
  page(paths.tag, 'tags/tag-page', async (request) => (await tags()).tagPageLoader(request), [
    'sort',
    'page',
    ...LIST_QUERY_NAMES,
  ]),
  page(paths.tags, 'tags/tags-page', async (request) => (await tags()).tagsPageLoader(request), [
    'q',
    'sort',
    'page',
  ]),
  page(paths.search, 'search/search-page', async (request) => (await search()).searchPageLoader(request), [
    ...new Set([...SEARCH_QUERY_NAMES, ...LIST_QUERY_NAMES]),
  ]),
];
