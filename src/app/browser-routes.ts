import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';
import { cookieValue } from '#base/cookies.ts';
import { SAVED_FILTERS_COOKIE } from '#base/saved-filters-cookie.ts';
import { hiddenCookieText } from '#ui/hidden-cookie-text.ts';
import { remoteImages } from '#ui/remote-images.ts';
import { callOrTakeAnswer } from './answers-ahead.ts';
import { orPagesSeen } from './pages-seen.ts';
import { readingPages } from './reading-pages.ts';
import { type LoaderMeans, PARENT_OF_PAGES, pageRoutes, routesOf } from './routes.tsx';

const ownText = () => cookieValue(document.cookie, SAVED_FILTERS_COOKIE) ?? '';
/** The means of the loaders in the browser. */
export const means: LoaderMeans = {
  api: callOrTakeAnswer,
  remoteImages: remoteImages(),
  own: () => ({ hidden: hiddenCookieText(), savedFilters: ownText() }),
  defaultFilterAddress: async (url) => {
    const text = ownText();
    // Few readers have saved filters; the others need no code for them.
    if (text === '') return undefined;
    const { defaultFilterAddress } = await import('#features/filters/rules/saved-filters.ts');
    return defaultFilterAddress(url, text);
  },
};
const readingRoutes = orPagesSeen(pageRoutes(readingPages, () => means));
const isForReading = (address: string) => matchRoutes(readingRoutes, address) !== null;

let furtherRoutes: Promise<RouteObject[]> | undefined;

/** Fetches the table of further pages; after a failure the next call tries again. */
function fetchFurtherRoutes(): Promise<RouteObject[]> {
  furtherRoutes ??= import('./further-pages.ts').then(
    ({ furtherPages }) => orPagesSeen(pageRoutes(furtherPages, () => means)),
    (error: unknown) => {
      furtherRoutes = undefined;
      throw error;
    },
  );
  return furtherRoutes;
}

/** The route of the page at an address of this site; undefined when there is none. */
export async function routeAt(address: string): Promise<RouteObject | undefined> {
  const table = isForReading(address) ? readingRoutes : await fetchFurtherRoutes();
  return matchRoutes(table, address)?.[0]?.route;
}

/** The routes with which the browser starts at an address, whose page is in the document and hydrated at once. */
export async function initialRoutes(address: string): Promise<RouteObject[]> {
  return routesOf(
    isForReading(address) ? readingRoutes : [...readingRoutes, ...(await fetchFurtherRoutes())],
  );
}

/** Adds the further pages when the reader goes to an address that the first table lacks. */
export const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (!isForReading(path)) patch(PARENT_OF_PAGES, await fetchFurtherRoutes());
};
