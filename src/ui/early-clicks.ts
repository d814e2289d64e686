// Runs as a blocking classic script in <head>, after boot.ts: presses before the page's script has loaded are queued in
// order, shown as waiting, and replayed once it has taken over (decision 0013). The script itself does not receive
// them, because it might act on them a second time. No imports: it is served as is.
(() => {
  const MAX_QUEUED = 10;
  const MAX_WAIT_MILLISECONDS = 20_000;
  let queue: { element: HTMLElement; indicator: HTMLElement; state: string; replay: () => void }[] = [];
  let isHydrated = false;
  let hasScriptFailed = false;
  let notice: HTMLElement | undefined;

  /** The state that a press would change. If it has changed meanwhile, the press is not replayed. */
  function stateOf(element: HTMLElement): string {
    return ['pressed', 'expanded', 'checked', 'disabled']
      .map((name) => element.getAttribute(`aria-${name}`))
      .join();
  }

  function enqueue(event: Event, element: HTMLElement, replay: () => void, indicator = element): void {
    event.stopPropagation();
    const duplicate = queue.find((click) => click.element === element);
    if (hasScriptFailed) showScriptNotice();
    // A second press on a button shows impatience, not another wish; for a checkbox or a list the last choice counts.
    else if (duplicate !== undefined) duplicate.replay = replay;
    else if (queue.length < MAX_QUEUED) {
      queue.push({ element, indicator, state: stateOf(element), replay });
      indicator.dataset.waiting = '';
      indicator.setAttribute('aria-busy', 'true');
      setTimeout(() => queue.length > 0 && showScriptNotice(), MAX_WAIT_MILLISECONDS);
    }
  }

  function takeQueue(): typeof queue {
    const queued = queue;
    queue = [];
    for (const { indicator } of queued) {
      delete indicator.dataset.waiting;
      indicator.removeAttribute('aria-busy');
    }
    return queued;
  }

  function showScriptNotice(): void {
    takeQueue();
    notice?.remove();
    notice = document.createElement('p');
    notice.className = 'script-notice';
    notice.setAttribute('role', 'alert');
    const reloadLink = document.createElement('a');
    reloadLink.href = window.location.pathname + window.location.search;
    reloadLink.textContent = 'Reload the page';
    notice.append('Part of this page has not arrived. ', reloadLink, ' to use its buttons.');
    document.body.append(notice);
  }

  /** Copies at once, because browsers let a page write to the clipboard only during a user's press. */
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

  function queueClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const element = target?.closest<HTMLElement>(
      'button[type="button"], input[type="checkbox"], input[type="radio"], a.blocked-image',
    );
    if (element == null || element.closest('[data-accept-warning], [data-dismiss]') !== null) return;
    if (element instanceof HTMLInputElement) {
      const { checked } = element;
      enqueue(event, element, () => {
        // Clicks from the opposite state, because only a click makes the script notice a change.
        element.checked = !checked;
        element.click();
      });
    } else {
      const { copies } = element.dataset;
      if (copies !== undefined) copyNow(element, copies);
      // The link of a blocked image would send a request to a third party.
      if (element instanceof HTMLAnchorElement) event.preventDefault();
      const { detail } = event;
      enqueue(event, element, () =>
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })),
      );
    }
  }

  /** Arrow keys open a menu; Enter and space are presses. */
  function queueKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const element = (event.target as Element).closest<HTMLElement>('[aria-haspopup="menu"]');
    if (element === null) return;
    event.preventDefault();
    enqueue(event, element, () => element.click());
  }

  function queueChange(event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement)) return;
    const { value } = target;
    enqueue(event, target, () => {
      target.value = value;
      target.dispatchEvent(new Event('change', { bubbles: true }));
    });
  }

  /** Only script sends forms with a method of `post`. Sent before it has loaded, the typed text would be lost. */
  function queueSubmit(event: SubmitEvent): void {
    const form = event.target;
    // Reads the attribute, because a field called `method` would replace the form's property.
    if (!(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'post') return;
    event.preventDefault();
    if (!isHydrated) enqueue(event, form, () => form.requestSubmit(), event.submitter ?? form);
  }

  const queueByEvent = { click: queueClick, keydown: queueKey, change: queueChange };
  const listeners = Object.entries(queueByEvent) as [string, (event: Event) => void][];
  for (const [name, listener] of listeners) document.addEventListener(name, listener, true);
  document.addEventListener('submit', queueSubmit, true);
  document.addEventListener('hydrated', () => {
    isHydrated = true;
    for (const [name, listener] of listeners) document.removeEventListener(name, listener, true);
    notice?.remove();
    // Waits for the script's immediate work, such as finding the signed-in account.
    setTimeout(() => {
      for (const { element, state, replay } of takeQueue()) {
        if (element.isConnected && element.closest('[inert]') === null && stateOf(element) === state)
          replay();
      }
    });
  });
  function handleScriptFailure(): void {
    hasScriptFailed = true;
    if (queue.length > 0) showScriptNotice();
  }
  document.addEventListener('hydrationfailed', handleScriptFailure);
  // The script that fetches all others; it reports the failures of those itself.
  window.addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && handleScriptFailure(),
    true,
  );
})();
