/**
 * Puts the focus on the first link of the bar's menu when it opens on a small screen. The menu stands before its button, because
 * on a wide screen it is to its left; Tab and a screen reader would go on behind the open menu.
 */
export function focusOpenedMenu(): void {
  const focusMenuOf = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('header button[aria-controls]') : null;
    // The page has answered the press by then.
    requestAnimationFrame(() => {
      if (button?.ariaExpanded !== 'true') return;
      const menu = document.getElementById(button.getAttribute('aria-controls') ?? '');
      menu?.querySelector('a')?.focus();
    });
  };
  // Before the page answers: the pressed icon leaves the button then.
  document.addEventListener('click', focusMenuOf, { capture: true });
}

/** Closes the bar's menu when the focus goes on to the page, which lies under the open menu. */
export function closeLeftMenu(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('main, footer'))
      document
        .querySelector<HTMLElement>('header [aria-controls][aria-expanded="true"]:not([aria-haspopup])')
        ?.click();
  });
}
