import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AccountCount } from '../parts/account-count.ts';

/** A count that is asked for when `place` comes into sight: it may be in a closed menu. Undefined until then. */
export function useCountWhenSeen<T>(
  count: AccountCount<T>,
): [place: RefObject<HTMLLIElement | null>, value: T | undefined] {
  const place = useRef<HTMLLIElement>(null);
  const [value, setValue] = useState<T>();
  useEffect(() => {
    if (place.current === null) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void count.read().then(setValue);
    });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [count]);
  return [place, value];
}
