import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  type DataRouter,
  type HydrationState,
  UNSAFE_ErrorResponseImpl as RouteError,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import '#ui/fonts.css';
import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/lamp-light.css';
import '#ui/view-transitions.css';
import './announcement-banner.css';
import './plain-document.css';
import { initialRoutes, patchRoutesOnNavigation, routeAt } from './browser-routes.ts';
import { navigateByLinks } from './link-navigation.ts';
import { ignoreMissingCode, watchForMissingCode } from './missing-code.ts';
import { rememberPage } from './pages-seen.ts';

interface ServerError {
  status: number;
  data: unknown;
}

/** Lets the browser paint and respond to the reader before continuing. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

async function start(): Promise<void> {
  await pause();
  // The screen of this address must be loaded before hydration, because its markup is already on the page.
  const route = await routeAt(location.pathname);
  if (typeof route?.lazy === 'function') {
    Object.assign(route, await route.lazy());
    delete route.lazy;
  }
  const routes = await initialRoutes(location.pathname);
  await pause();
  const data = hydrationData();
  const pageData = route?.id === undefined ? undefined : data.loaderData?.[route.id];
  if (pageData !== undefined) rememberPage(location, pageData);
  const router = createBrowserRouter(routes, { hydrationData: data, patchRoutesOnNavigation });
  navigateByLinks(router);
  document.addEventListener('hydrated', () => void startMore(router), { once: true });
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  await pause();
  // A transition hydrates in slices and handles the reader's input between them.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <TakenOver>
          <RouterProvider router={router} />
        </TakenOver>
      </StrictMode>,
    );
  });
}

/** Fetches the code that makes a page better once it works; without it a press fetches its page itself. */
async function startMore(router: DataRouter): Promise<void> {
  await import('./after-hydration.ts').then(
    ({ startAfterHydration }) => startAfterHydration(router),
    ignoreMissingCode,
  );
}

/**
 * Tells early-clicks.ts that React answers presses from now on. Wraps the page because a sibling that the server does
 * not render would change the value of every `useId` on the page.
 */
function TakenOver({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.dispatchEvent(new Event('hydrated'));
  }, []);
  return children;
}

function hydrationData(): HydrationState {
  const block = document.getElementById('page-data');
  const { loaderData, errors } = JSON.parse(block?.textContent ?? '{}') as {
    loaderData?: Record<string, unknown>;
    errors?: Record<string, ServerError> | null;
  };
  // Long texts are sent only once, as HTML, and read from the page instead of being repeated as data.
  const texts = Array.from(document.querySelectorAll('.chapter-prose'), (prose) => prose.innerHTML);
  for (const data of Object.values(loaderData ?? {})) {
    if (typeof data !== 'object' || data === null) continue;
    if ('html' in data) data.html = texts[0];
    if ('texts' in data) data.texts = texts;
  }
  return {
    loaderData: loaderData ?? {},
    errors: errors
      ? Object.fromEntries(
          Object.entries(errors).map(([id, error]) => [id, new RouteError(error.status, '', error.data)]),
        )
      : null,
  };
}

watchForMissingCode();

start().catch((error: unknown) => {
  document.dispatchEvent(new Event('hydrationfailed'));
  throw error;
});
