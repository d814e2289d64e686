import { focusInPlace } from '#ui/focus-in-place.ts';
import { BLOCKED_IMAGE_CLASS } from './blocked-images.ts';

/** Whether a click or key press opens a picture's box: on the box, or by keyboard on its link. */
export function isOnBlockedImage(event: { target: EventTarget; detail: number }): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event.target.closest(`.${BLOCKED_IMAGE_CLASS}`) !== null) return true;
  // An Enter press has no position, so it applies to the box within the focused link.
  return event.detail === 0 && event.target.querySelector(`.${BLOCKED_IMAGE_CLASS}`) !== null;
}

/** Replaces the boxes by their pictures; the activated one keeps the focus. */
export function unblockImages(text: Element): void {
  for (const box of text.querySelectorAll<HTMLElement>(`.${BLOCKED_IMAGE_CLASS}`)) {
    const image = document.createElement('img');
    image.alt = box.dataset.alt ?? '';
    image.loading = 'lazy';
    image.referrerPolicy = 'no-referrer';
    image.src = box.dataset.src ?? '';
    const hadFocus = box === document.activeElement;
    box.replaceWith(image);
    if (hadFocus) focusInPlace(image);
  }
}
