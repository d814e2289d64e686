/**
 * The distance at which a part of a page is loaded: 800 pixels before the reader reaches it, or anywhere below it, where a
 * jump past it may have led.
 */
export const LOAD_MARGIN = '100000px 0px 800px 0px';

/** Calls back once, when the element comes into view, or as near as the margin says. Returns how to stop waiting. */
export function whenNear(element: Element, onNear: () => void, rootMargin = '0px'): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      onNear();
    },
    { rootMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
