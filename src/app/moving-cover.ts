import { coverAddress } from '#features/covers/parts/changed-covers.ts';

/**
 * Motion that shows where a thing goes: the cover of a pressed story becomes the cover of its page, by a view transition
 * (`cover` in src/ui/view-transitions.css). Only for readers who have not asked for less motion, and who have a mouse: the
 * pictures that a transition takes cost a phone half a second.
 */

const COVER = 'cover';
const MAY_MOVE = '(prefers-reduced-motion: no-preference) and (hover: hover)';
/** A story in a list, whichever list it is. */
const ENTRY = 'li, section';

let moving: HTMLElement | undefined;

/** Names the cover of a pressed link's story for the transition; false if there is none to move. */
export function nameMovingCover(link: HTMLAnchorElement): boolean {
  moving?.style.removeProperty('view-transition-name');
  moving = undefined;
  if (!('startViewTransition' in document) || !matchMedia(MAY_MOVE).matches) return false;
  const source = coverAddress(link.pathname);
  const covers = link.closest(ENTRY)?.querySelectorAll<HTMLImageElement>('img[src*="/cover.svg"]') ?? [];
  moving = [...covers].find((cover) => cover.getAttribute('src') === source && cover.checkVisibility());
  moving?.style.setProperty('view-transition-name', COVER);
  return moving !== undefined;
}
