/** Puts the focus on the page's title, whose words a screen reader then says; of `main` it would only say that it is one. */
export function focusPage(): void {
  const target =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (target !== null) focusPlace(target);
}

/** Gives the focus to any element, also to one that the Tab key passes over. */
export function focusPlace(target: HTMLElement): void {
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
