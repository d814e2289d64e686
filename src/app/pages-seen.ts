import type { LoaderFunction, LoaderFunctionArgs, RouteObject } from 'react-router';
import { isUnreachablePage } from '#ui/page-loader.ts';
import { readTokens } from '#ui/session.ts';
import { isMissingCode } from './missing-code.ts';

/** The data of the pages that this tab has shown, the latest last: without a network, Back shows them again. */
const pagesSeen = new Map<string, unknown>();
const MAX_PAGES = 20;

/** Another account sees other pages. */
const keyOf = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) =>
  JSON.stringify([pathname + search, readTokens()?.token]);

export function rememberPage(address: Pick<URL, 'pathname' | 'search'>, data: unknown): void {
  const key = keyOf(address);
  pagesSeen.delete(key);
  pagesSeen.set(key, data);
  const [oldest] = pagesSeen.keys();
  if (pagesSeen.size > MAX_PAGES && oldest !== undefined) pagesSeen.delete(oldest);
}

/** The routes, with a page's earlier data where the site can't be reached. */
export function orPagesSeen(routes: RouteObject[]): RouteObject[] {
  return routes.map((route) =>
    typeof route.loader === 'function' ? { ...route, loader: orPageSeen(route.loader) } : route,
  );
}

function orPageSeen(loader: LoaderFunction): LoaderFunction {
  return async (args: LoaderFunctionArgs, handler?: unknown) => {
    const address = new URL(args.request.url);
    try {
      const data = await loader(args, handler);
      rememberPage(address, data);
      return data;
    } catch (error) {
      const isCutOff = isUnreachablePage(error) || isMissingCode(error);
      if (!isCutOff || !pagesSeen.has(keyOf(address))) throw error;
      return pagesSeen.get(keyOf(address));
    }
  };
}
