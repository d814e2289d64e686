import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { urls } from '#urls.ts';

/**
 * Makes links from one search to another replace the address, so that the back button leaves the search at once.
 * Turning a page scrolls to the top, every other change keeps the scroll position. React handles the click before the
 * listener that turns links into navigation.
 */
export function ReplaceAddress({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  const navigate = useNavigate();

  function click(event: MouseEvent<HTMLDivElement>) {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.origin !== location.origin || link.pathname !== urls.search()) return;
    event.preventDefault();
    const keepScrollPosition = link.closest('[data-turns-page]') === null;
    void navigate(link.pathname + link.search, { replace: true, state: { keepScrollPosition } });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside do the work, also by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div className={className} onClick={click}>
      {children}
    </div>
  );
}
