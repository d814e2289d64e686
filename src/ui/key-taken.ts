/** Whether a key belongs to what has the focus, or to something that lies over the page. */
export function isKeyTaken(target: EventTarget | null): boolean {
  if (document.documentElement.dataset.warning !== undefined) return true;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return true;
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
