import { LRUCache } from 'lru-cache';
import { renderToString } from 'react-dom/server';
import {
  createContext,
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  RouterContextProvider,
  type StaticHandler,
  StaticRouterProvider,
} from 'react-router';
import type { CallApi } from '#base/contract.ts';
import type { PageMeta } from '#base/page-meta.ts';
import type { RemoteImages } from '#base/remote-images.ts';
import { setSiteName } from '#base/site-name.ts';
import type { OwnLists } from '#ui/page-loader.ts';
import { furtherPages } from './further-pages.ts';
import { metaOf, type PageHandle } from './page-handle.ts';
import { readingPages } from './reading-pages.ts';
import {
  type LoaderMeans,
  NOT_FOUND_TITLE,
  pageRoutes,
  problemMeta,
  problemTitle,
  routesOf,
} from './routes.tsx';
import type { Page } from './screens.ts';

export type RenderedPage =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page';
      status: number;
      html: string;
      /** The data for hydration; the page's long text is left out, because it is read from the HTML. */
      hydration: { loaderData: Record<string, unknown>; errors: Record<string, unknown> | null };
      meta: PageMeta;
      /** The modules that a browser needs beyond the entry. */
      modules: readonly string[];
    };

const routes = [...readingPages, ...furtherPages].map((page) => ({ path: page.path, handle: page }));

/**
 * Path → its page, or none. React Router sorts and compiles all routes for each search, so the results are stored.
 */
const pagesAt = new LRUCache<string, readonly Page[]>({
  maxSize: 200_000,
  maxEntrySize: 500,
  sizeCalculation: (_, path) => path.length,
  memoMethod: (path) => matchRoutes(routes, path)?.map(({ route }) => route.handle) ?? [],
});

/** The address with only the query names that its page reads, in a fixed order: it identifies the page. */
export function knownAddress(url: URL): URL {
  const known = new URL(url.pathname, url.origin);
  for (const name of pagesAt.memo(url.pathname)[0]?.query ?? []) {
    // A form without script sends a name once for each of several choices.
    const value = url.searchParams
      .getAll(name)
      .filter((part) => part !== '')
      .join();
    if (value !== '') known.searchParams.set(name, value);
  }
  return known;
}

export function hasPage(path: string): boolean {
  return pagesAt.memo(path).length > 0;
}

/** The means of the loaders of one rendering. */
const means = createContext<LoaderMeans>();

/** The routes of each combination of pages that take the same path; there are few. */
const handlers = new Map<string, StaticHandler>();

function handlerAt(path: string): StaticHandler {
  const pages = pagesAt.memo(path);
  const key = pages.map(({ screen }) => screen).join();
  const known = handlers.get(key);
  if (known !== undefined) return known;
  const handler = createStaticHandler(routesOf(pageRoutes(pages, (context) => context.get(means))));
  handlers.set(key, handler);
  return handler;
}

/**
 * Renders the screen of an address as anonymous visitors see it who hide the same items. Rethrows unexpected errors of a
 * loader.
 */
export async function renderPage(
  url: URL,
  api: CallApi,
  own: OwnLists,
  { remoteImages, siteName }: { remoteImages: RemoteImages; siteName: string },
): Promise<RenderedPage> {
  const { query, dataRoutes } = handlerAt(url.pathname);
  const requestContext = new RouterContextProvider();
  // The server leads to the default filter before it renders a page (register-pages.ts).
  const defaultFilterAddress = async () => undefined;
  requestContext.set(means, { api, own: () => own, remoteImages, defaultFilterAddress });
  const context = await query(new Request(url), { requestContext });
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' };
  }
  // The bundle of the pages has a copy of the name of its own; everything below runs at once.
  setSiteName(siteName);
  const errors = Object.entries(context.errors ?? {});
  const bug = errors.find(([, error]) => !isRouteErrorResponse(error));
  if (bug !== undefined) throw bug[1];
  const router = createStaticRouter(dataRoutes, context);
  const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  const last = context.matches.at(-1)?.route;
  const handle = router.routes.length > 0 ? (last?.handle as PageHandle | undefined) : undefined;
  const data = last?.id === undefined ? undefined : context.loaderData[last.id];
  const isNotFound = last?.id === 'not-found';
  return {
    kind: 'page',
    status: isNotFound ? 404 : context.statusCode,
    html,
    hydration: {
      loaderData: withoutLongText(context.loaderData),
      errors:
        errors.length === 0
          ? null
          : Object.fromEntries(
              errors.map(([id, error]) => [
                id,
                isRouteErrorResponse(error) ? { status: error.status, data: error.data } : null,
              ]),
            ),
    },
    meta:
      errors[0] === undefined
        ? (metaOf(handle, data) ?? problemMeta(isNotFound ? NOT_FOUND_TITLE : 'Something went wrong'))
        : problemMeta(problemTitle(errors[0][1])),
    modules: handle?.modules ?? [],
  };
}

function withoutLongText(loaderData: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(loaderData).map(([id, data]) => [
      id,
      typeof data !== 'object' || data === null
        ? data
        : { ...data, ...('html' in data && { html: '' }), ...('texts' in data && { texts: [] }) },
    ]),
  );
}
