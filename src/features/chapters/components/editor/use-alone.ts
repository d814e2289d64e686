import { type RefObject, useEffect } from 'react';

/**
 * Takes everything but the element out of reach while it covers the page: nothing hidden can be focused or read aloud.
 * Windows that are opened later are appended to the body, and stay in reach.
 */
export function useAlone(element: RefObject<HTMLElement | null>, isAlone: boolean): void {
  useEffect(() => {
    if (!isAlone || element.current === null) return;
    const hidden: HTMLElement[] = [];
    for (
      let at: HTMLElement | null = element.current;
      at !== null && at !== document.body;
      at = at.parentElement
    )
      for (const sibling of at.parentElement?.children ?? [])
        if (sibling !== at && sibling instanceof HTMLElement && !sibling.inert) {
          sibling.inert = true;
          hidden.push(sibling);
        }
    document.documentElement.dataset.alone = '';
    return () => {
      for (const sibling of hidden) sibling.inert = false;
      delete document.documentElement.dataset.alone;
    };
  }, [element, isAlone]);
}
