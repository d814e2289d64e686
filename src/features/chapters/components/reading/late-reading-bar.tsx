import { type ComponentType, useEffect, useState } from 'react';
import type { ReadingBarProps } from './reading-bar.tsx';

/** The bar of somebody reading, loaded with the first scrolling. */
export function LateReadingBar(props: ReadingBarProps) {
  const [Bar, setBar] = useState<ComponentType<ReadingBarProps>>();
  useEffect(() => {
    const load = () =>
      import('./reading-bar.tsx').then(
        ({ ReadingBar }) => setBar(() => ReadingBar),
        () => undefined,
      );
    window.addEventListener('scroll', load, { once: true, passive: true });
    return () => window.removeEventListener('scroll', load);
  }, []);
  return Bar === undefined ? null : <Bar {...props} />;
}
