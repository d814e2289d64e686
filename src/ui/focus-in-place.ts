/** Gives the focus to an element, also to one that takes none by itself, such as a paragraph, without scrolling. */
export function focusInPlace(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
