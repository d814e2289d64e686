import { HELD_IMAGE } from './held-images.ts';

/** Whether a press means a picture's box: on it, or by keyboard on the link that it stands in. */
export function isOnHeldImage(event: { target: EventTarget; detail: number }): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event.target.closest(`.${HELD_IMAGE}`) !== null) return true;
  // A press of Enter has no place; the box within the focused link is what it is about.
  return event.detail === 0 && event.target.querySelector(`.${HELD_IMAGE}`) !== null;
}

/** Puts the pictures in place of their boxes; the one that was pressed keeps the focus. */
export function showHeldImages(text: Element): void {
  for (const box of text.querySelectorAll<HTMLElement>(`.${HELD_IMAGE}`)) {
    const image = document.createElement('img');
    image.alt = box.dataset.alt ?? '';
    image.loading = 'lazy';
    image.referrerPolicy = 'no-referrer';
    image.src = box.dataset.src ?? '';
    const hadFocus = box === document.activeElement;
    box.replaceWith(image);
    if (!hadFocus) continue;
    image.tabIndex = -1;
    image.focus({ preventScroll: true });
  }
}
