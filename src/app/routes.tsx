import { useEffect, useMemo } from 'react';
import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  redirect,
  useRouteError,
} from 'react-router';
import type { CallApi } from '#base/contract.ts';
import type { PageMeta } from '#base/page-meta.ts';
import type { RemoteImages } from '#base/remote-images.ts';
import { useRetryWhenSignedIn } from '#features/accounts/parts/use-retry-when-signed-in.ts';
import { UserMenu } from '#features/accounts/parts/user-menu.tsx';
import { NewsletterForm } from '#features/newsletter/parts/newsletter-form.tsx';
import { SearchButton, SearchMenuEntry } from '#features/search/parts/search-button.tsx';
import { SearchProvider } from '#features/search/parts/search-provider.tsx';
import { ANSWERED_BY_SERVER, isUnreachablePage, type OwnLists, type PageProblem } from '#ui/page-loader.ts';
import { DocumentHead, useDocumentMeta } from './document-head.tsx';
import { isMissingCode } from './missing-code.ts';
import type { PageHandle } from './page-handle.ts';
import type { Page } from './screens.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { PageOutlet } from './shell/loading-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';
import { UnknownAddress } from './shell/unknown-address.tsx';
import { UnreachablePage } from './shell/unreachable-page.tsx';

/** The id of the route that those of all pages are below. */
export const PARENT_OF_PAGES = 'page';

/**
 * The routes of pages, with the shell around them. Rendering one address on the server needs only its own, and a browser
 * starts with those of its first table.
 */
export function routesOf(pages: RouteObject[]): RouteObject[] {
  return [
    {
      id: 'shell',
      element: <ShellRoute />,
      errorElement: <Problem />,
      children: [
        {
          id: PARENT_OF_PAGES,
          errorElement: <Problem />,
          element: <Outlet />,
          children: [
            ...pages,
            {
              id: 'not-found',
              path: '*',
              element: <UnknownAddress meta={missingMeta} />,
              handle: {
                modules: [],
                hasLoader: false,
              } satisfies PageHandle,
            },
          ],
        },
      ],
    },
  ];
}

/** The means of loaders: the transport of their calls, and the reader's own lists at the moment. */
export interface LoaderMeans {
  api: CallApi;
  own: () => OwnLists;
  remoteImages: RemoteImages;
  /** The address with the reader's default filter, where a list follows it. */
  defaultFilterAddress: (url: URL) => Promise<string | undefined>;
}

/** The means of the loaders for one navigation. */
type MeansOf = (context: LoaderFunctionArgs['context']) => LoaderMeans;

/** The routes of pages without the shell. */
export function pageRoutes(pages: readonly Page[], meansOf: MeansOf): RouteObject[] {
  return pages.map((page) => pageRoute(page, meansOf));
}

function pageRoute({ path, screen, modules, load, loader }: Page, meansOf: MeansOf): RouteObject {
  return {
    id: screen,
    path,
    ...(loader === undefined
      ? {}
      : {
          loader: async ({ request, params, context }: LoaderFunctionArgs) => {
            const url = new URL(request.url);
            const means = meansOf(context);
            const filtered = await means.defaultFilterAddress(url);
            if (filtered !== undefined) throw redirect(filtered);
            return loader({
              api: means.api,
              ...means.own(),
              remoteImages: means.remoteImages,
              params: params as Record<string, string>,
              url,
            });
          },
        }),
    // Only `lazy` supplies the handle, because a handle on the route itself would take precedence.
    lazy: async () => {
      const { Component, meta } = await load();
      const handle = { modules, meta, hasLoader: loader !== undefined } as PageHandle;
      return { Component, handle };
    },
  };
}

function ShellRoute() {
  return (
    <SearchProvider>
      <DocumentHead />
      <Shell
        navbarEnd={
          <>
            <SearchButton />
            <UserMenu variant="bar" />
          </>
        }
        navbarMobileEnd={
          <>
            <SearchMenuEntry />
            <UserMenu variant="list" />
          </>
        }
        footerExtra={<NewsletterForm />}
      >
        <PageOutlet />
      </Shell>
    </SearchProvider>
  );
}

export const NOT_FOUND_TITLE = 'Page not found';

/** The meta of an error page. */
export function problemMeta(title: string): PageMeta {
  return {
    title,
    description: 'There is nothing to read at this address right now.',
    isHidden: true,
  };
}

/** The title of an error page. */
export function problemTitle(error: unknown): string {
  const problem = isRouteErrorResponse(error) ? (error.data as PageProblem | undefined) : undefined;
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  return problem?.message ?? (isNotFound ? NOT_FOUND_TITLE : 'Something went wrong');
}

const missingMeta = problemMeta(NOT_FOUND_TITLE);

/** The error page in place of a page that can't be shown. */
function Problem() {
  const error = useRouteError();
  const title = problemTitle(error);
  useDocumentMeta(useMemo(() => problemMeta(title), [title]));
  useRetryWhenSignedIn(isRouteErrorResponse(error) && error.status === 404);
  const isAnsweredByServer = isRouteErrorResponse(error) && error.status === ANSWERED_BY_SERVER;
  useEffect(() => {
    if (isAnsweredByServer) window.location.reload();
  }, [isAnsweredByServer]);
  if (isAnsweredByServer) return null;
  if (isUnreachablePage(error) || isMissingCode(error))
    return <UnreachablePage error={error} title={title} />;
  if (isRouteErrorResponse(error) && error.status === 404) {
    const problem = error.data as PageProblem | undefined;
    return <NotFoundPage message={title} reason={problem?.reason} />;
  }
  return <ErrorPage message={title} />;
}
