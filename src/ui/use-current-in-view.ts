import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls a row sideways until its current entry is in view, for rows that are wider than a phone. It does so again
 * when `shown`, which tells the entries and the current one, changes. `margin` is in pixels.
 */
export function useCurrentInView(shown: string, margin = 0): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are wider once their texts have changed
  useEffect(() => {
    const right = row.current?.querySelector('[aria-current]')?.getBoundingClientRect().right;
    if (row.current && right)
      row.current.scrollLeft += Math.max(0, right + margin - row.current.getBoundingClientRect().right);
  }, [shown, margin]);
  return row;
}
