import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isShortcutBlocked } from '#ui/is-shortcut-blocked.ts';
import { urls } from '#urls.ts';

/** Whether the arrow keys already scroll a page wider than the window or move a selection. */
function isMoving(): boolean {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth || window.getSelection()?.isCollapsed === false;
}

/** The left and right keys turn to the previous and the next chapter. */
export function useArrowKeys(
  slug: string,
  previous: { id: number } | undefined,
  next: { id: number } | undefined,
): void {
  const navigate = useNavigate();
  const [previousId, nextId] = [previous?.id, next?.id];

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      if (event.defaultPrevented || isShortcutBlocked(event.target) || isMoving()) return;
      const id = event.key === 'ArrowLeft' ? previousId : nextId;
      if (id === undefined) return;
      event.preventDefault();
      void navigate(urls.chapter(slug, id));
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [slug, previousId, nextId, navigate]);
}
