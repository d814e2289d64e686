// Runs as a blocking classic script in <head>, after boot.ts: presses before the page's script has loaded are queued in
// order, shown as waiting, and replayed once it has taken over (decision 0013). The script itself does not receive
// them, because it might act on them a second time. No imports: it is served as is.
(() => {
  const WAITING_MAXIMUM = 10;
  const PATIENCE_MILLISECONDS = 20_000;
  let waiting: { element: HTMLElement; shown: HTMLElement; state: string; act: () => void }[] = [];
  let isTakenOver = false;
  let isMissing = false;
  let notice: HTMLElement | undefined;

  /** The state that a press would change. If it has changed meanwhile, the press is not replayed. */
  function stateOf(element: HTMLElement): string {
    return ['pressed', 'expanded', 'checked', 'disabled']
      .map((name) => element.getAttribute(`aria-${name}`))
      .join();
  }

  function wait(event: Event, element: HTMLElement, act: () => void, shown = element): void {
    event.stopPropagation();
    const before = waiting.find((one) => one.element === element);
    if (isMissing) tellMissing();
    // A second press on a button shows impatience, not another wish; for a checkbox or a list the last choice counts.
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

  function notePress(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const element = target?.closest<HTMLElement>(
      'button[type="button"], input[type="checkbox"], input[type="radio"], a.held-image',
    );
    if (element == null || element.closest('[data-accept-warning]') !== null) return;
    if (element instanceof HTMLInputElement) {
      const { checked } = element;
      wait(event, element, () => {
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
      wait(event, element, () =>
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })),
      );
    }
  }

  /** Arrow keys open a menu; Enter and space are presses. */
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

  /** Only script sends forms with a method of `post`. Sent before it has loaded, the typed text would be lost. */
  function noteSubmit(event: SubmitEvent): void {
    const form = event.target;
    // Reads the attribute, because a field called `method` would replace the form's property.
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
    // Waits for the script's immediate work, such as finding the signed-in account.
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
  // The script that fetches all others; it reports the failures of those itself.
  window.addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && miss(), true);
})();
