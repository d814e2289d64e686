import { useMemo } from 'react';
import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  Outlet,
  type ParamParseKey,
  type RouteObject,
  useRouteError,
} from 'react-router';
import type { CallApi } from '#base/contract.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { useRetryWhenSignedIn } from '#features/accounts/parts/use-retry-when-signed-in.ts';
import { UserMenu } from '#features/accounts/parts/user-menu.tsx';
import { loginPageLoader, profilePageLoader } from '#features/accounts/screens/loaders.ts';
import { authorPageLoader, authorsPageLoader } from '#features/authors/screens/loaders.ts';
import { chapterPageLoader } from '#features/chapters/screens/loaders.ts';
import { sitePageLoader } from '#features/legal/screens/loaders.ts';
import { NewsletterForm } from '#features/newsletter/parts/newsletter-form.tsx';
import { reportPageLoader } from '#features/reports/screens/loaders.ts';
import { SearchButton, SearchMenuEntry } from '#features/search/parts/search-button.tsx';
import { SearchProvider } from '#features/search/parts/search-provider.tsx';
import { SEARCH_QUERY_NAMES, searchPageLoader } from '#features/search/screens/loaders.ts';
import { seriesPageLoader } from '#features/series/screens/loaders.ts';
import { allStoriesPageLoader, homePageLoader, storyPageLoader } from '#features/stories/screens/loaders.ts';
import { tagPageLoader, tagsPageLoader } from '#features/tags/screens/loaders.ts';
import { type PageProblem, type PageRequest, paramsOnly } from '#ui/page-loader.ts';
import { paths } from '#urls.ts';
import { DocumentHead, useDocumentMeta } from './document-head.tsx';
import type { PageHandle } from './page-handle.ts';
import { moduleOf, type ScreenName, screenLoader } from './screens.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { PageOutlet } from './shell/loading-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';
import { UnknownAddress } from './shell/unknown-address.tsx';

export interface Page {
  path: string;
  screen: ScreenName;
  loader?: (request: PageRequest) => unknown;
  /** The query names that its loader reads; other names do not make a different page. */
  query: readonly string[];
}

/** A loader may only use parameters that its address has. */
function page<Path extends string>(
  path: Path,
  screen: ScreenName,
  loader?: (request: PageRequest<ParamParseKey<Path>>) => unknown,
  query: readonly string[] = [],
): Page {
  return { path, screen, loader: loader as Page['loader'], query };
}

/** Address → screen. The staff's pages have a table of their own, staff-pages.ts. */
export const pages: Page[] = [
  page(paths.home, 'stories/home-page', homePageLoader, ['sort', 'tags', 'page']),
  page(paths.allStories, 'stories/all-stories-page', allStoriesPageLoader, ['page']),
  page(paths.story, 'stories/story-page', storyPageLoader),
  page(paths.chapter, 'chapters/chapter-page', chapterPageLoader),
  page(paths.createStory, 'stories/create-story-page'),
  page(paths.editStory, 'stories/edit-story-page', paramsOnly),
  page(paths.storyStatistics, 'statistics/statistics-page', paramsOnly),
  page(paths.addChapter, 'chapters/add-chapter-page', paramsOnly),
  page(paths.editChapter, 'chapters/edit-chapter-page', paramsOnly),
  page(paths.chapterVersions, 'chapters/chapter-versions-page', paramsOnly),
  page(paths.series, 'series/series-page', seriesPageLoader),
  page(paths.createSeries, 'series/create-series-page'),
  page(paths.editSeries, 'series/edit-series-page', paramsOnly),
  page(paths.author, 'authors/author-page', authorPageLoader, ['page']),
  page(paths.authors, 'authors/authors-page', authorsPageLoader, ['sort', 'page']),
  page(paths.tag, 'tags/tag-page', tagPageLoader, ['sort', 'page']),
  page(paths.tags, 'tags/tags-page', tagsPageLoader, ['q', 'sort', 'page']),
  page(paths.search, 'search/search-page', searchPageLoader, [...SEARCH_QUERY_NAMES]),
  page(paths.login, 'accounts/login-page', loginPageLoader, ['return', 'for']),
  page(paths.register, 'accounts/register-page', loginPageLoader, ['return', 'for']),
  page(paths.resetPassword, 'accounts/reset-password-page'),
  page(paths.verifyEmail, 'accounts/verify-email-page'),
  page(paths.googleCallback, 'accounts/google-callback-page'),
  page(paths.profile, 'accounts/profile-page', profilePageLoader, ['tab']),
  page(paths.privacy, 'legal/privacy-page', sitePageLoader),
  page(paths.terms, 'legal/terms-page', sitePageLoader),
  page(paths.guidelines, 'legal/guidelines-page'),
  page(paths.help, 'legal/help-page'),
  page(paths.contact, 'legal/contact-page', sitePageLoader),
  page(paths.faq, 'legal/faq-page'),
  page(paths.takedownRequest, 'takedown/takedown-page', sitePageLoader),
  page(paths.report, 'reports/report-page', reportPageLoader, ['url']),
  page(paths.newsletterConfirm, 'newsletter/confirm-page'),
  page(paths.newsletterUnsubscribe, 'newsletter/unsubscribe-page'),
  page(paths.newsletterPreferences, 'newsletter/preferences-page'),
  page(paths.appeal, 'moderation/appeal-page'),
];

/** The routes for React Router; `api` is the transport for loaders. */
export function appRoutes(api: CallApi): RouteObject[] {
  return routesOf(pages, api);
}

/** The routes of some pages; rendering one address needs only those of its own page. */
export function routesOf(selectedPages: readonly Page[], api: CallApi): RouteObject[] {
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
            ...selectedPages.map((selected) => pageRoute(selected, api)),
            {
              id: 'not-found',
              path: '*',
              element: <UnknownAddress meta={missingMeta} />,
              handle: {
                module: '',
                hasLoader: false,
              } satisfies PageHandle,
            },
          ],
        },
      ],
    },
  ];
}

function pageRoute({ path, screen, loader }: Page, api: CallApi): RouteObject {
  return {
    id: screen,
    path,
    ...(loader === undefined
      ? {}
      : {
          loader: ({ request, params }: LoaderFunctionArgs) =>
            loader({ api, params: params as Record<string, string>, url: new URL(request.url) }),
        }),
    // Only `lazy` supplies the handle, because a handle on the route itself would take precedence.
    lazy: async () => {
      const { Component, meta } = await screenLoader(screen)();
      const handle = { module: moduleOf(screen), meta, hasLoader: loader !== undefined } as PageHandle;
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
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage message={title} />;
  return <ErrorPage message={title} />;
}
