import type { DataRouter } from 'react-router';
import { keepFocus } from './focus-keeper.ts';
import { prefetchLinks } from './link-prefetch.ts';
import { closeLeftMenu, focusOpenedMenu } from './menu-focus.ts';
import { returnFocus } from './return-focus.ts';

/** Starts the parts that no page needs for its first press. */
export function startAfterHydration(router: DataRouter): void {
  prefetchLinks(router);
  keepFocus();
  focusOpenedMenu();
  closeLeftMenu();
  returnFocus(router);
}
