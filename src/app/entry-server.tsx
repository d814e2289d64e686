import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  StaticRouterProvider,
} from 'react-router';
import type { CallApi } from '#base/contract.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { metaOf, type PageHandle } from './page-handle.ts';
import { knownAddress, NOT_FOUND_TITLE, problemMeta, problemTitle, routesAt } from './pages.tsx';

export { knownAddress };

export type RenderedPage =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page';
      status: number;
      html: string;
      /** What the browser needs to take over; the page's long text is left out, it is read from the HTML. */
      hydration: { loaderData: Record<string, unknown>; errors: Record<string, unknown> | null };
      meta: PageMeta;
      /** The screen's module, or '' for pages without one. */
      module: string;
    };

/** Renders the screen of an address as the anonymous visitor sees it. Throws what a loader threw by mistake. */
export async function renderPage(url: URL, api: CallApi): Promise<RenderedPage> {
  const { query, dataRoutes } = createStaticHandler(routesAt(url.pathname, api));
  const context = await query(new Request(url));
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' };
  }
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
    module: handle?.module ?? '',
  };
}

function withoutLongText(loaderData: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(loaderData).map(([id, data]) => [
      id,
      typeof data === 'object' && data !== null && 'html' in data ? { ...data, html: '' } : data,
    ]),
  );
}
