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

  // Presses before the page's script is there: kept in order, shown as waiting, and done once it has taken over
  // (decision 0089). The script itself does not hear of them, or it might do them a second time.
  const WAITING_MAXIMUM = 10;
  const PATIENCE_MILLISECONDS = 20_000;
  let waiting: { element: HTMLElement; shown: HTMLElement; state: string; act: () => void }[] = [];
  let isTakenOver = false;
  let isMissing = false;
  let notice: HTMLElement | undefined;

  /** The state that a press would change: where it has changed by itself, the press is not repeated. */
  function stateOf(element: HTMLElement): string {
    return ['pressed', 'expanded', 'checked', 'disabled']
      .map((name) => element.getAttribute(`aria-${name}`))
      .join();
  }

  function wait(event: Event, element: HTMLElement, act: () => void, shown = element): void {
    event.stopPropagation();
    const before = waiting.find((one) => one.element === element);
    if (isMissing) tellMissing();
    // A second press on a button is impatience and not another wish; of a box or a list the last choice counts.
    else if (before !== undefined) before.act = act;
    else if (waiting.length < WAITING_MAXIMUM) {
      waiting.push({ element, shown, state: stateOf(element), act });
      shown.dataset.waiting = '';
      shown.setAttribute('aria-busy', 'true');
      setTimeout(() => waiting.length > 0 && tellMissing(), PATIENCE_MILLISECONDS);
    }
  }

  function endWaiting(): typeof waiting {
    const ended = waiting;
    waiting = [];
    for (const { shown } of ended) {
      delete shown.dataset.waiting;
      shown.removeAttribute('aria-busy');
    }
    return ended;
  }

  function tellMissing(): void {
    endWaiting();
    notice?.remove();
    notice = document.createElement('p');
    notice.className = 'script-notice';
    notice.setAttribute('role', 'alert');
    const again = document.createElement('a');
    again.href = window.location.pathname + window.location.search;
    again.textContent = 'Reload the page';
    notice.append('Part of this page has not arrived. ', again, ' to use its buttons.');
    document.body.append(notice);
  }

  /** While the press still counts as the reader's own: later no browser lets a page write to the clipboard. */
  function copyNow(element: HTMLElement, path: string): void {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
    const box = document.createElement('textarea');
    box.value = new URL(path, canonical ?? window.location.href).href;
    box.className = 'visually-hidden';
    document.body.append(box);
    box.select();
    if (document.execCommand('copy')) element.dataset.copied = box.value;
    box.remove();
    element.focus();
  }

  function notePress(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const element = target?.closest<HTMLElement>(
      'button[type="button"], input[type="checkbox"], input[type="radio"], a.held-image',
    );
    if (element == null || element.closest('[data-accept-warning]') !== null) return;
    if (element instanceof HTMLInputElement) {
      const { checked } = element;
      wait(event, element, () => {
        // From the other state, by a press: only so the script hears of a change.
        element.checked = !checked;
        element.click();
      });
    } else {
      const { copies } = element.dataset;
      if (copies !== undefined) copyNow(element, copies);
      // The link to a held picture would ask a third party.
      if (element instanceof HTMLAnchorElement) event.preventDefault();
      const { detail } = event;
      wait(event, element, () =>
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })),
      );
    }
  }

  /** The keys by which a menu opens; Enter and space are presses. */
  function noteKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const element = (event.target as Element).closest<HTMLElement>('[aria-haspopup="menu"]');
    if (element === null) return;
    event.preventDefault();
    wait(event, element, () => element.click());
  }

  function noteChange(event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement)) return;
    const { value } = target;
    wait(event, target, () => {
      target.value = value;
      target.dispatchEvent(new Event('change', { bubbles: true }));
    });
  }

  /** Forms with a method of `post` are sent by script alone. Sent before it is there, all that was typed would be gone. */
  function noteSubmit(event: SubmitEvent): void {
    const form = event.target;
    // By attribute: a field called `method` would stand in the place of the form's own.
    if (!(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'post') return;
    event.preventDefault();
    if (!isTakenOver) wait(event, form, () => form.requestSubmit(), event.submitter ?? form);
  }

  const noted = { click: notePress, keydown: noteKey, change: noteChange };
  const noting = Object.entries(noted) as [string, (event: Event) => void][];
  for (const [name, note] of noting) document.addEventListener(name, note, true);
  document.addEventListener('submit', noteSubmit, true);
  document.addEventListener('takenover', () => {
    isTakenOver = true;
    for (const [name, note] of noting) document.removeEventListener(name, note, true);
    notice?.remove();
    // After what the script does at once, such as to find out who is signed in.
    setTimeout(() => {
      for (const { element, state, act } of endWaiting()) {
        if (element.isConnected && element.closest('[inert]') === null && stateOf(element) === state) act();
      }
    });
  });
  function miss(): void {
    isMissing = true;
    if (waiting.length > 0) tellMissing();
  }
  document.addEventListener('takeoverfailed', miss);
  // The script that fetches all others; what it fetches it tells of itself.
  window.addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && miss(), true);
})();
