import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';

/**
 * Wraps tabs that change only a part of the page, so that the scroll position stays. React handles the click before the
 * listener that turns links into navigation.
 */
export function KeepScrollPosition({ children }: { children: ReactNode }) {
  const navigate = useNavigate();

  function click(event: MouseEvent<HTMLDivElement>) {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null) return;
    event.preventDefault();
    void navigate(link.pathname + link.search, { state: { keepScrollPosition: true } });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside do the work, also by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div onClick={click}>{children}</div>
  );
}
