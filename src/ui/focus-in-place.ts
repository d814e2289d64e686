/** Gives the focus to an element that takes none by itself, such as a paragraph, without scrolling. */
export function focusInPlace(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
