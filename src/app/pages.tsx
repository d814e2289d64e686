import { isRouteErrorResponse, type LoaderFunctionArgs, Outlet, type RouteObject, useRouteError } from 'react-router';
import type { CallApi } from '#base/contract.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { authorPageLoader, authorsPageLoader } from '#features/authors/screens/loaders.ts';
import { chapterPageLoader } from '#features/chapters/screens/loaders.ts';
import { allStoriesPageLoader, homePageLoader, storyPageLoader } from '#features/stories/screens/loaders.ts';
import { tagPageLoader, tagsPageLoader } from '#features/tags/screens/loaders.ts';
import type { PageProblem, PageRequest } from '#ui/page-loader.ts';
import { paths } from '#urls.ts';
import { DocumentHead } from './document-head.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

/** Each screen is a module, and a chunk, of its own. */
const screens = import.meta.glob<Record<string, unknown>>('/src/features/*/screens/*-page.tsx');

export interface PageHandle {
  /** The screen's module, by which the server finds the assets to preload. */
  module: string;
  meta?: (data: unknown) => PageMeta;
}

type Loader = (request: PageRequest<never>) => unknown;

interface Page {
  path: string;
  screen: `${string}/${string}-page`;
  loader?: Loader;
}

/** Address → screen, in one table. */
export const pages: Page[] = [
  { path: paths.home, screen: 'stories/home-page', loader: homePageLoader },
  { path: paths.allStories, screen: 'stories/all-stories-page', loader: allStoriesPageLoader },
  { path: paths.story, screen: 'stories/story-page', loader: storyPageLoader },
  { path: paths.chapter, screen: 'chapters/chapter-page', loader: chapterPageLoader },
  { path: paths.author, screen: 'authors/author-page', loader: authorPageLoader },
  { path: paths.authors, screen: 'authors/authors-page', loader: authorsPageLoader },
  { path: paths.tag, screen: 'tags/tag-page', loader: tagPageLoader },
  { path: paths.tags, screen: 'tags/tags-page', loader: tagsPageLoader },
  { path: paths.privacy, screen: 'legal/privacy-page' },
  { path: paths.terms, screen: 'legal/terms-page' },
  { path: paths.guidelines, screen: 'legal/guidelines-page' },
  { path: paths.help, screen: 'legal/help-page' },
  { path: paths.contact, screen: 'legal/contact-page' },
  { path: paths.faq, screen: 'legal/faq-page' },
];

function moduleOf(page: Page): string {
  const [feature, file] = page.screen.split('/');
  return `/src/features/${feature}/screens/${file}.tsx`;
}

/** The routes for React Router; `api` is the transport that loaders use. */
export function appRoutes(api: CallApi): RouteObject[] {
  return [
    {
      id: 'shell',
      element: <ShellRoute />,
      errorElement: <Problem />,
      children: [
        {
          id: 'page',
          errorElement: <Problem />,
          element: <Outlet />,
          children: [
            ...pages.map((page) => pageRoute(page, api)),
            { id: 'not-found', path: '*', element: <NotFoundPage />, handle: { module: '' } satisfies PageHandle },
          ],
        },
      ],
    },
  ];
}

function pageRoute(page: Page, api: CallApi): RouteObject {
  const module = moduleOf(page);
  const loader = page.loader;
  return {
    id: page.screen,
    path: page.path,
    handle: { module } satisfies PageHandle,
    ...(loader === undefined
      ? {}
      : {
          loader: ({ request, params }: LoaderFunctionArgs) =>
            loader({ api, params: params as Record<never, string>, url: new URL(request.url) }),
        }),
    lazy: async () => {
      const load = screens[module];
      if (load === undefined) throw new Error(`there is no screen ${module}`);
      const exports = await load();
      const name = Object.keys(exports).find((one) => one.endsWith('Page'));
      const Component = exports[name ?? ''] as React.ComponentType;
      return { Component, handle: { module, meta: exports.meta } as PageHandle };
    },
  };
}

function ShellRoute() {
  return (
    <>
      <DocumentHead />
      <Shell>
        <Outlet />
      </Shell>
    </>
  );
}

/** What is shown in place of a page that can't be. */
function Problem() {
  const error = useRouteError();
  const problem = isRouteErrorResponse(error) ? (error.data as PageProblem | undefined) : undefined;
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage message={problem?.message} />;
  return <ErrorPage message={problem?.message} />;
}
