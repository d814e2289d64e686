import { focusInPlace } from '#ui/focus-in-place.ts';

/**
 * Puts the focus on a place of the page, also on one that the Tab key passes over. By default on the page's title, whose
 * words a screen reader then says; of `main` it would only say that it is one.
 */
export function focusPage(
  place = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main'),
): void {
  if (place !== null) focusInPlace(place);
}
