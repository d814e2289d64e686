/** Whether a key belongs to the focused element, or to an element that lies over the page. */
export function isShortcutBlocked(target: EventTarget | null): boolean {
  if (document.documentElement.dataset.warning !== undefined) return true;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return true;
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
