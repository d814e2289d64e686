// A blocking classic script in <head>, before the first paint: the HTML is the same for every visitor, and this script
// puts the visitor's theme and age confirmation on <html>, where the styles read them. It is served as is, without imports.
(() => {
  const root = document.documentElement;
  const LIST_SETTINGS = { folded: 'foldedWarnings', covers: 'listCovers', comments: 'comments' };

  type Area = 'localStorage' | 'sessionStorage';

  /** Storage throws when the visitor has blocked it; the page then behaves as on a first visit. */
  function read(area: Area, key: string): string {
    try {
      return window[area].getItem(key) ?? '';
    } catch {
      return '';
    }
  }

  function write(area: Area, key: string, text: string): void {
    try {
      window[area].setItem(key, text);
    } catch {
      // Blocked storage holds no history; the warning, or an announcement, appears again at the next visit.
    }
  }

  const readStored = (key: string) =>
    read('localStorage', key)
      .trim()
      .replace(/^["']+|(?<!["'])["']+$/g, '');
  /** Reads the tab's own storage, which is empty on a first visit and after Quick exit. */
  const readFromTab = (key: string) => read('sessionStorage', key);
  const writeToTab = (key: string, text: string) => write('sessionStorage', key, text);

  function parseObject(text: string): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    } catch {
      return {};
    }
  }

  /** Applies the reader's reading settings (apply-reading-settings.ts); a value that no style knows has no effect. */
  function applyReadingSettings(): void {
    const settings = parseObject(readStored('readingLook'));
    for (const name of ['size', 'leading', 'measure', 'face', 'margin']) {
      const choice = settings[name];
      if (typeof choice === 'string') root.dataset[name] = choice;
      else delete root.dataset[name];
    }
  }

  /** Applies which warnings have folded names (folded-warnings.ts), and the switches at the foot (browser-switches.tsx). */
  function applyListSettings(): void {
    for (const [name, key] of Object.entries(LIST_SETTINGS)) {
      root.dataset[name] = readStored(key);
      if (root.dataset[name] === '') delete root.dataset[name];
    }
  }

  /** Whether a saved position is in this story, or in any. */
  function isPositionIn(position: unknown, slug?: string): boolean {
    const { slug: own, title } = (position ?? {}) as { slug?: unknown; title?: unknown };
    return typeof title === 'string' && (slug === undefined ? typeof own === 'string' : own === slug);
  }

  /**
   * Sets a neutral title and icon in discreet mode. The server has sent them already (discreet.ts in base/), except
   * when the page comes out of a shared cache that ignores cookies.
   */
  function applyDiscreetMode(isDiscreet = /(?:^|;)\s*discreet=1\s*(?:;|$)/.test(document.cookie)): void {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!isDiscreet) {
      if (icon !== null) icon.href = '/favicon.svg';
      delete root.dataset.discreet;
      return;
    }
    root.dataset.discreet = '';
    document.title = 'Notes';
    if (icon !== null) icon.href = '/plain.svg';
    document.querySelector('link[rel="search"]')?.remove();
  }

  // The entries that survive Quick exit and the end of a session (browser-storage.ts). All others count as about reading.
  const PRESERVED = [
    ...['token', 'refreshToken', 'userData', 'joined'],
    ...['theme', 'readingLook', 'writingLook', 'listening', ...Object.values(LIST_SETTINGS)],
    ...['keepPlaces', 'keepHistory', 'contentWarningAccepted', 'discreet'],
  ];
  /** The prefix of encrypted drafts (drafts.ts). */
  const ENCRYPTED_DRAFT = 'writing:';
  /** In `tabReader`: nobody is signed in. Otherwise the account's id, or `in` while that is unknown. */
  const GUEST = 'guest';

  /** Removes the reading history synchronously, because another page may load a moment later. */
  function clearReadingHistory(ofTabOnly = false): void {
    try {
      for (const key of ofTabOnly ? [] : Object.keys(window.localStorage))
        if (!PRESERVED.includes(key) && !key.startsWith(ENCRYPTED_DRAFT)) window.localStorage.removeItem(key);
      window.sessionStorage.clear();
      if (!ofTabOnly) window.indexedDB.deleteDatabase('kept');
    } catch {
      // Blocked storage holds nothing.
    }
    delete root.dataset.place;
    delete root.dataset.continue;
    document.dispatchEvent(new Event('historycleared'));
  }

  function currentReader(): string {
    if (readStored('token') === '' || readStored('refreshToken') === '') return GUEST;
    const { id } = parseObject(readStored('userData'));
    return typeof id === 'number' ? String(id) : 'in';
  }

  /** Whether the earlier session has ended or another person has signed in. */
  function hasSessionEnded(previous: string, current: string): boolean {
    if (previous === GUEST || previous === current) return false;
    return current === GUEST || (previous !== 'in' && current !== 'in');
  }

  /**
   * Loads the page again. The browser restores scroll positions and field contents of its history's pages, but not of a
   * page that is fetched again.
   */
  function reloadPage(): void {
    root.dataset.leaving = '';
    window.location.replace(window.location.pathname + window.location.search);
  }

  let reader = currentReader();
  const previousReader = readFromTab('tabReader');
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isReturn = navigation?.type === 'back_forward';
  if (previousReader !== '' && hasSessionEnded(previousReader, reader)) {
    // The session ended while the tab slept.
    endSession();
    if (navigation?.type !== 'navigate') reloadPage();
  } else if (isReturn && (previousReader === '' || readFromTab('tabForgot') !== '')) {
    // The visitor goes back after Quick exit, or in a tab in which a session has ended.
    writeToTab('tabForgot', '1');
    reloadPage();
  }
  writeToTab('tabReader', reader);

  function endSession(): void {
    reader = currentReader();
    clearReadingHistory();
    // The hidden items and saved filters belonged to the session (shell.tsx); a guest's own ones stay.
    if (reader === GUEST)
      // biome-ignore lint/suspicious/noDocumentCookie: the other way to remove one is not in every browser yet
      for (const name of ['hidden', 'filters']) document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
    writeToTab('tabForgot', '1');
    writeToTab('tabReader', reader);
  }

  function saveReader(): void {
    if (root.dataset.leaving !== undefined) return;
    if (hasSessionEnded(reader, currentReader())) endSession();
    reader = currentReader();
    writeToTab('tabReader', reader);
  }
  /** The name of this browser's history while the page is in the back/forward cache, unless Quick exit left the page. */
  let cachedWith = '';
  window.addEventListener('pagehide', ({ persisted }) => {
    saveReader();
    if (!persisted || root.dataset.leaving !== undefined) return;
    if (readStored('historyName') === '') write('localStorage', 'historyName', String(Math.random()));
    cachedWith = readStored('historyName');
  });
  document.addEventListener('visibilitychange', saveReader);
  // This tab announces the end by an event (session.ts), other tabs by a change of the storage.
  document.addEventListener('sessionended', endSession);

  root.dataset.js = '';
  const theme = readStored('theme');
  if (theme === 'lamp' || theme === 'paper' || theme === 'sepia') root.dataset.theme = theme;
  applyReadingSettings();
  applyListSettings();
  applyDiscreetMode();
  // Announcements that were dismissed here are gone before the first paint (announcement-banner.ts).
  for (const kind of ['notice', 'maintenance'])
    if (` ${readStored(kind)} `.includes(` ${root.dataset[kind]} `)) delete root.dataset[kind];
  // Another tab switched discreet mode (discreet.ts); the cookie may come later, and a cached page may miss it.
  window.addEventListener('storage', (event) => {
    const isToken = event.key === 'token' || event.key === 'refreshToken';
    if (event.key === null || (isToken && event.newValue === null)) endSession();
    if (event.key === 'discreet') applyDiscreetMode(event.newValue === '1');
    if (event.key === 'readingLook') applyReadingSettings();
    if (event.key !== null && Object.values(LIST_SETTINGS).includes(event.key)) applyListSettings();
  });
  // The back/forward cache restores a page unchanged; after Quick exit, or the end of a session, that must not be visible.
  // The tab's own storage cannot tell: the page writes to it before this event, and some browsers restore it, too.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    applyDiscreetMode();
    const hasEnded = hasSessionEnded(reader, currentReader());
    const isUncleared = cachedWith !== '' && cachedWith === readStored('historyName');
    cachedWith = '';
    if (isUncleared && !hasEnded) return;
    // Another tab may hold a new history by now.
    clearReadingHistory(!hasEnded);
    writeToTab('tabForgot', '1');
    reloadPage();
  });
  // The reader has passed this chapter's warnings during this visit (chapter-warnings.tsx).
  const chapterId = /\/chapter\/(\d+)$/.exec(window.location.pathname)?.[1];
  if (chapterId !== undefined && readFromTab('continuedChapters').split(',').includes(chapterId))
    root.dataset.warned = '';
  // With a saved position in this story, the button to it gets its space before its label is known (saved-positions.ts).
  const slug = /^\/story\/([^/]+)$/.exec(window.location.pathname)?.[1];
  const positions = parseObject(readStored('readingPlaces'));
  if (slug !== undefined && Object.values(positions).some((position) => isPositionIn(position, slug)))
    root.dataset.place = '';
  // The home page's row of started stories gets its space in the same way (started-stories.tsx).
  const startedCount = Object.values(positions).filter((position) => isPositionIn(position)).length;
  const isHome = window.location.pathname === '/' && !/[?&]page=(?!1(?:&|$))/.test(window.location.search);
  if (startedCount > 0 && isHome) root.dataset.continue = String(Math.min(startedCount, 3));
  // Signed-in visitors must not see links for strangers flash by; the script adds the menu itself later.
  if (readStored('token') !== '' && readStored('refreshToken') !== '') root.dataset.signedIn = '';
  if (readStored('hasNews') === 'true') root.dataset.news = '';
  if (readStored('contentWarningAccepted') !== 'true') root.dataset.warning = 'ask';

  // Makes the page under the warning inert and focuses it, before a layout of all (content-warning.tsx continues from there).
  document.addEventListener('DOMContentLoaded', () => {
    if (root.dataset.warning === undefined) return;
    document.querySelector('[data-under-warning]')?.setAttribute('inert', '');
    const panel = document.querySelector<HTMLElement>('[data-warning-panel]');
    panel?.setAttribute('tabindex', '-1');
    panel?.focus({ preventScroll: true });
  });

  // Handled here and not in React, so that the button works from the first paint, and even when the page's script
  // fails.
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const dismissed = event.target.closest<HTMLElement>('[data-dismiss]')?.dataset.dismiss;
    if (dismissed !== undefined) {
      // All numbers are kept: the end of a later announcement shows an earlier one again, which was dismissed, too.
      write('localStorage', dismissed, `${readStored(dismissed)} ${root.dataset[dismissed] ?? ''}`.trim());
      delete root.dataset[dismissed];
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    if (event.target.closest('[data-accept-warning]') === null) return;
    write('localStorage', 'contentWarningAccepted', 'true');
    delete root.dataset.warning;
    document.querySelector('[data-under-warning]')?.removeAttribute('inert');
  });

  // Quick exit is handled here for the same reason, and in the capture phase so that nothing on the page can block it.
  const TAPS = 3;
  const TAPS_WITHIN_MILLISECONDS = 1500;
  let taps: number[] = [];

  function leave(): void {
    // The cover is a style, so it appears with the next frame, however long the other page takes.
    root.dataset.leaving = '';
    // Keeps the page's script from restoring the title if it loads only now.
    root.dataset.discreet = '';
    document.title = 'Notes';
    clearReadingHistory();
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
      // Only Shift, three times: any other key in between means typing.
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
  // A prompt about unsaved text would keep the page in sight.
  window.addEventListener(
    'beforeunload',
    (event) => root.dataset.leaving !== undefined && event.stopImmediatePropagation(),
    true,
  );
})();
