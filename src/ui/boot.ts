// Runs as a blocking classic script in <head>, before the first paint: the HTML is the same for every visitor, and this
// puts the visitor's own light and age confirmation on <html>, where the styles read them. No imports: it is served as is.
(() => {
  const root = document.documentElement;

  /** Storage throws where the visitor has blocked it; then the page behaves like at a first visit. */
  function remembered(key: string): string {
    try {
      return (window.localStorage.getItem(key) ?? '').trim().replace(/^["']+|(?<!["'])["']+$/g, '');
    } catch {
      return '';
    }
  }

  function parsed(text: string): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    } catch {
      return {};
    }
  }

  /** How this reader likes a chapter set (worn-look.ts); what no style knows changes nothing. */
  function wearReadingLook(): void {
    const look = parsed(remembered('readingLook'));
    for (const name of ['size', 'leading', 'measure', 'face']) {
      const choice = look[name];
      if (typeof choice === 'string') root.dataset[name] = choice;
      else delete root.dataset[name];
    }
  }

  /** In a story, or in any. */
  function isPlaceIn(place: unknown, slug?: string): boolean {
    const { slug: own, title } = (place ?? {}) as { slug?: unknown; title?: unknown };
    return typeof title === 'string' && (slug === undefined ? typeof own === 'string' : own === slug);
  }

  /**
   * Title and icon that say nothing, where that was asked for. The server has sent them so (discreet.ts in base/);
   * this is for a page that comes out of a cache on the way that minds no cookies.
   */
  function mindDiscretion(isAsked = /(?:^|;)\s*discreet=1\s*(?:;|$)/.test(document.cookie)): void {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!isAsked) {
      if (icon !== null) icon.href = '/favicon.svg';
      delete root.dataset.discreet;
      return;
    }
    root.dataset.discreet = '';
    document.title = 'Notes';
    if (icon !== null) icon.href = '/plain.svg';
    document.querySelector('link[rel="search"]')?.remove();
  }

  // The entries that outlive Quick exit and the end of a session (browser-storage.ts says what each is). Everything else
  // in the browser's storage is a trace of what was read, or counts as one.
  const KEPT = [
    'token',
    'refreshToken',
    'userData',
    'theme',
    'readingLook',
    'keepPlaces',
    'contentWarningAccepted',
    'discreet',
  ];
  /** Encrypted drafts (drafts.ts). */
  const SEALED = 'writing:';
  /** In `tabReader`: nobody is signed in. Otherwise the account's id, or `in` while that is not known. */
  const GUEST = 'guest';

  /** Removes what tells of reading, here and now: some other page may be a moment away. */
  function forgetTraces(): void {
    try {
      for (const key of Object.keys(window.localStorage))
        if (!KEPT.includes(key) && !key.startsWith(SEALED)) window.localStorage.removeItem(key);
      window.sessionStorage.clear();
    } catch {
      // Storage is blocked: it holds nothing.
    }
    delete root.dataset.place;
    delete root.dataset.continue;
    document.dispatchEvent(new Event('tracesforgotten'));
  }

  function readerNow(): string {
    if (remembered('token') === '' || remembered('refreshToken') === '') return GUEST;
    const { id } = parsed(remembered('userData'));
    return typeof id === 'number' ? String(id) : 'in';
  }

  /** Whether the session that was there is over, or another person's. */
  function isOver(before: string, now: string): boolean {
    if (before === GUEST || before === now) return false;
    return now === GUEST || (before !== 'in' && now !== 'in');
  }

  /** From the tab's own storage, which is empty at a first visit and after Quick exit. */
  function rememberedByTab(key: string): string {
    try {
      return window.sessionStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  }

  function noteInTab(key: string, text: string): void {
    try {
      window.sessionStorage.setItem(key, text);
    } catch {
      // Storage is blocked: it holds no traces either.
    }
  }

  /**
   * The browser itself remembers how far down each page of its history was and what stood in its fields, and puts both
   * back. It does not when the page is fetched once more.
   */
  function beginAnew(): void {
    root.dataset.leaving = '';
    window.location.replace(window.location.pathname + window.location.search);
  }

  let reader = readerNow();
  const readerBefore = rememberedByTab('tabReader');
  const loaded = (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type;
  if (readerBefore !== '' && isOver(readerBefore, reader)) {
    // The tab slept while the session ended.
    forgetTraces();
    noteInTab('tabForgot', '1');
    if (loaded !== 'navigate') beginAnew();
  } else if (loaded === 'back_forward' && (readerBefore === '' || rememberedByTab('tabForgot') !== '')) {
    // After Quick exit, or in a tab in which a session has ended.
    noteInTab('tabForgot', '1');
    beginAnew();
  }
  noteInTab('tabReader', reader);

  function endSession(): void {
    reader = readerNow();
    forgetTraces();
    noteInTab('tabForgot', '1');
    noteInTab('tabReader', reader);
  }

  function noteReader(): void {
    if (root.dataset.leaving !== undefined) return;
    if (isOver(reader, readerNow())) endSession();
    reader = readerNow();
    noteInTab('tabReader', reader);
  }
  window.addEventListener('pagehide', noteReader);
  document.addEventListener('visibilitychange', noteReader);
  // Here (session.ts), and in another tab.
  document.addEventListener('sessionended', endSession);
  window.addEventListener('storage', (event) => {
    const isToken = event.key === 'token' || event.key === 'refreshToken';
    if (event.key === null || (isToken && event.newValue === null)) endSession();
  });

  root.dataset.js = '';
  const theme = remembered('theme');
  if (theme === 'lamp' || theme === 'paper' || theme === 'sepia') root.dataset.theme = theme;
  wearReadingLook();
  mindDiscretion();
  // Another tab has switched it (discreet.ts), and its word may be here before its cookie is; and what the browser had
  // put aside may have missed that.
  window.addEventListener('storage', (event) => {
    if (event.key === 'discreet') mindDiscretion(event.newValue === '1');
    if (event.key === 'readingLook') wearReadingLook();
  });
  // Put aside by the browser as it was, and now taken out again: whatever has ended meanwhile must not be seen on it.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    mindDiscretion();
    const hasForgotten = rememberedByTab('tabReader') === '';
    if (!hasForgotten && !isOver(reader, readerNow())) {
      // Gone back to by the browser's own button: it is meant to be seen.
      delete root.dataset.leaving;
      return;
    }
    forgetTraces();
    noteInTab('tabForgot', '1');
    beginAnew();
  });
  // A place in this story: the button that leads to it gets its room before it is known how it reads (kept-places.ts).
  const slug = /^\/story\/([^/]+)$/.exec(window.location.pathname)?.[1];
  const places = parsed(remembered('readingPlaces'));
  if (slug !== undefined && Object.values(places).some((place) => isPlaceIn(place, slug)))
    root.dataset.place = '';
  // The home page's row of stories begun gets its room in the same way (begun-stories.tsx).
  const begun = Object.values(places).filter((place) => isPlaceIn(place)).length;
  const isHome = window.location.pathname === '/' && !/[?&]page=(?!1(?:&|$))/.test(window.location.search);
  if (begun > 0 && isHome) root.dataset.continue = String(Math.min(begun, 3));
  // Who is signed in must not see the links for strangers flash by; the menu itself follows with the script.
  if (remembered('token') !== '' && remembered('refreshToken') !== '') root.dataset.signedIn = '';
  if (remembered('contentWarningAccepted') !== 'true') root.dataset.warning = 'ask';

  // The page under the warning can't be used, and the warning has the focus: done here and not by the page's script, which
  // would have the whole page styled and laid out once more (content-warning.tsx goes on from there).
  document.addEventListener('DOMContentLoaded', () => {
    if (root.dataset.warning === undefined) return;
    document.querySelector('[data-under-warning]')?.setAttribute('inert', '');
    const panel = document.querySelector<HTMLElement>('[data-warning-panel]');
    panel?.setAttribute('tabindex', '-1');
    panel?.focus({ preventScroll: true });
  });

  // Answered here and not in React, so that the button works from the first paint, and even when the page's script fails.
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-accept-warning]') === null) return;
    try {
      window.localStorage.setItem('contentWarningAccepted', 'true');
    } catch {
      // Not remembered: asked again at the next visit.
    }
    delete root.dataset.warning;
    document.querySelector('[data-under-warning]')?.removeAttribute('inert');
  });

  // Quick exit, here for the same reason, and in the capture phase: nothing on the page may stand in its way.
  const TAPS = 3;
  const TAPS_WITHIN_MILLISECONDS = 1500;
  let taps: number[] = [];

  function leave(): void {
    // The cover is a style: it is there with the next frame, however long the other page takes.
    root.dataset.leaving = '';
    // So that the page's script, should it only come now, does not put the title back.
    root.dataset.discreet = '';
    document.title = 'Notes';
    forgetTraces();
    window.location.replace(root.dataset.exit ?? '/exit');
  }
  document.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || event.target.closest('[data-quick-exit]') === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leave();
    },
    true,
  );
  document.addEventListener(
    'keydown',
    (event) => {
      // Shift alone, three times: with any other key in between it was typing.
      const isTyping = event.isComposing || event.ctrlKey || event.altKey || event.metaKey;
      if (event.key !== 'Shift' || isTyping) taps = [];
      else if (!event.repeat) taps = [...taps, event.timeStamp].slice(-TAPS);
      const [first, , last] = taps;
      if (first !== undefined && last !== undefined && last - first <= TAPS_WITHIN_MILLISECONDS) leave();
    },
    true,
  );
  document.addEventListener(
    'pointerdown',
    () => {
      taps = [];
    },
    true,
  );
  // Asking whether what was typed may be lost would keep the page in sight.
  window.addEventListener(
    'beforeunload',
    (event) => root.dataset.leaving !== undefined && event.stopImmediatePropagation(),
    true,
  );
})();
