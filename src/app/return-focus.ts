import type { DataRouter } from 'react-router';

interface PressedLink {
  href: string;
  /** Which of the page's links to that address. */
  at: number;
}

/** A page that still lacks the link after this time has another content by now. */
const WAIT_MILLISECONDS = 2000;

const linksTo = (href: string) => [
  ...document.querySelectorAll<HTMLAnchorElement>(`main a[href="${CSS.escape(href)}"]`),
];

/** Whether nothing on the page has the keyboard's place. */
const isFree = () => document.activeElement?.matches('body, main, h1') ?? true;

/**
 * Gives the focus back to the link by which a reader left a page when they come back to it: a page keeps its scroll position, and
 * the keyboard and a screen reader would start at its top again.
 */
export function returnFocus(router: DataRouter): void {
  const pressed = new Map<string, PressedLink>();
  let shown = router.state.location;
  let stopWaiting = () => {};

  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a') : null;
      const href = link?.getAttribute('href');
      if (link && href) pressed.set(shown.key, { href, at: linksTo(href).indexOf(link) });
    },
    true,
  );

  function focusOnce(link: PressedLink): void {
    const observer = new MutationObserver(() => {
      const found = linksTo(link.href)[link.at];
      if (found === undefined || !isFree()) return;
      stopWaiting();
      found.focus({ preventScroll: true });
    });
    const timer = setTimeout(() => stopWaiting(), WAIT_MILLISECONDS);
    // A reader who moves on is not called back.
    const stopEvents = ['keydown', 'pointerdown'] as const;
    stopWaiting = () => {
      clearTimeout(timer);
      observer.disconnect();
      for (const kind of stopEvents) document.removeEventListener(kind, stopWaiting);
    };
    for (const kind of stopEvents) document.addEventListener(kind, stopWaiting);
    observer.observe(document.body, { childList: true, subtree: true });
  }

  router.subscribe(({ location, historyAction }) => {
    if (location.key === shown.key) return;
    const isOtherPage = location.pathname + location.search !== shown.pathname + shown.search;
    shown = location;
    stopWaiting();
    const link = pressed.get(location.key);
    if (historyAction === 'POP' && isOtherPage && link !== undefined) focusOnce(link);
  });
}
