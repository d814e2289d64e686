import { type DataRouter, type LoaderFunctionArgs, matchRoutes } from 'react-router';
import { paths } from '#urls.ts';
import { answersAhead, askAhead } from './answers-ahead.ts';
import { means, routeAt } from './browser-routes.ts';
import { localAddress } from './link-navigation.ts';
import { ignoreMissingCode } from './missing-code.ts';
import { readingPages } from './reading-pages.ts';
import { pageRoutes } from './routes.tsx';

/** The wait after scrolling, so that links passed by are not fetched. */
const REST_MILLISECONDS = 300;

/** The links that are fetched in sight: the next chapter, and stories. */
const LINKS_IN_SIGHT = 'a[rel="next"], a[href^="/story/"]';

// Lists change by the minute and are not fetched ahead.
const routesAhead = pageRoutes(
  readingPages.filter(({ path }) => path === paths.story || path === paths.chapter),
  () => ({ ...means, api: askAhead }),
);

/** Fetches the code and the data of the page at an address. Nothing of it is shown, so no view is counted. */
async function prefetch(address: string): Promise<void> {
  const url = new URL(address, location.href);
  // The press tries again and reports a failure.
  await Promise.all([fetchCode(url), fetchData(url)].map((fetching) => fetching.catch(ignoreMissingCode)));
}

async function fetchCode({ pathname }: URL): Promise<void> {
  const route = await routeAt(pathname);
  // The route that the browser started with has no function left; others answer again from their loaded module.
  if (typeof route?.lazy === 'function') await route.lazy();
}

async function fetchData(url: URL): Promise<void> {
  const [match] = matchRoutes(routesAhead, url.pathname) ?? [];
  const loader = match?.route.loader;
  const args = { request: new Request(url), params: match?.params } as LoaderFunctionArgs;
  if (typeof loader === 'function') await loader(args);
}

const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fetches pages before the press: when a link is pointed at, focused or touched, and the next chapter and, where no
 * pointer announces a press, stories when they come into sight.
 */
export function prefetchLinks(router: DataRouter): void {
  const hasPointer = matchMedia('(hover: hover)').matches;

  let lastLink: HTMLAnchorElement | null = null;
  function fetchTarget(target: unknown): void {
    const link = target instanceof Element ? target.closest('a') : null;
    // The pointer moves over the parts of a link.
    if (link === lastLink) return;
    lastLink = link;
    const address = link === null ? undefined : localAddress(link);
    if (address !== undefined && !isHere(address)) void prefetch(address);
  }
  for (const kind of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(kind, ({ target }) => fetchTarget(target), { passive: true });
  // The pointer or the focus may have come before this script.
  fetchTarget(document.querySelector('a:hover') ?? document.activeElement);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;

  async function fetchInSight(): Promise<void> {
    round += 1;
    const current = round;
    for (const address of addressesInSight(hasPointer)) {
      // One after the other, and none for a page that has been left.
      if (current === round) await prefetch(address);
    }
  }
  function rest(): void {
    clearTimeout(timer);
    if (!savesData()) timer = setTimeout(() => void fetchInSight(), REST_MILLISECONDS);
  }
  addEventListener('scroll', rest, { passive: true });
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') rest();
  });
  // Another tab, or the time away, may have brought changes.
  document.addEventListener('visibilitychange', () => answersAhead.clear());
  rest();
}

const isHere = (address: string) => new URL(address, location.href).pathname === location.pathname;

function addressesInSight(hasPointer: boolean): Set<string> {
  const addresses = new Set<string>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>(LINKS_IN_SIGHT)) {
    const path = localAddress(link)?.replace(/[?#].*/, '');
    if (path === undefined || isHere(path)) continue;
    const page = matchRoutes(routesAhead, path)?.[0]?.route.path;
    const isNext = link.rel === 'next' && page === paths.chapter;
    // The way back from a chapter to its story is rarely taken.
    const isStory = page === paths.story && !hasPointer && !location.pathname.startsWith(`${path}/`);
    if (!isNext && !isStory) continue;
    const { top, bottom, height } = link.getBoundingClientRect();
    // The end of a chapter is reached fast.
    const margin = isNext ? 2 * innerHeight : 0;
    if (height > 0 && bottom > -margin && top < innerHeight + margin) addresses.add(path);
  }
  return addresses;
}
