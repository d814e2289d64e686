import { focusPage } from './shell/focus-page.ts';

/** A place in the document: behind `before`, or at the beginning of its parent. */
interface Place {
  parent: Node;
  before: Node | null;
}

interface Focused {
  element: Element;
  /** The page on which it had the focus; another page begins at its beginning. */
  page: string;
  /** The place that it had when it left the document. */
  left?: Place;
}

/** A dialog's buttons, the entries of the menu that opened it, one after the other, and the button of that menu. */
const MAX_FOCUSED = 16;

const FOCUSABLE = 'a, button, input, select, textarea, summary, label, [tabindex], [contenteditable]';
const ROWS = 'li, tr, article';

/**
 * Keeps the keyboard's place when the pressed button leaves the document, alone or with its row or dialog: the focus
 * goes to the element that replaced it, to the neighbouring row, or to the element that contained it. A row takes the
 * focus and not its button, because a key that is held down would press it.
 */
export function keepFocus(): void {
  /** The elements that had the focus, the latest last. */
  let focused: Focused[] = [];
  /** The nodes that came into the document after the focus was lost. */
  let arrived = new WeakSet<Node>();
  let isWaiting = false;

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    focused = focused.filter(({ element }) => element !== target).slice(1 - MAX_FOCUSED);
    focused.push({ element: target, page: location.pathname });
  });
  document.addEventListener('pointerdown', ({ target }) => {
    // A reader who presses beside all controls wants the focus nowhere.
    if (target instanceof Element && target.closest(FOCUSABLE) === null) focused = [];
  });

  function restore(): void {
    isWaiting = false;
    while (isLost()) {
      const last = focused.pop();
      if (last === undefined) break;
      const next = last.element.isConnected ? last.element : last.left && successor(last.left, arrived);
      if (last.page !== location.pathname) continue;
      // The outline of a page goes with its title, and the page that replaces it has its own.
      if (last.element.matches('h1')) focusPage();
      else if (next !== undefined) focus(next);
    }
    arrived = new WeakSet();
  }

  new MutationObserver((records) => {
    if (focused.every(({ element }) => element.isConnected)) return;
    for (const record of records) {
      for (const node of record.addedNodes) arrived.add(node);
      for (const node of record.removedNodes) noteRemoval(focused, node, record);
    }
    if (isWaiting || !isLost()) return;
    isWaiting = true;
    // A closed dialog gives the focus back itself.
    requestAnimationFrame(() => setTimeout(restore));
  }).observe(document.body, { childList: true, subtree: true });
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

function noteRemoval(focused: Focused[], node: Node, { target, previousSibling }: MutationRecord): void {
  for (const one of focused) {
    if (one.element.isConnected) continue;
    if (node.contains(one.left?.parent ?? one.element))
      one.left = { parent: target, before: previousSibling };
    else if (one.left?.before === node) one.left.before = previousSibling;
  }
}

/** The element that continues at a place; undefined if the place is on no page, or gone. */
function successor({ parent, before }: Place, arrived: WeakSet<Node>): Element | undefined {
  if (!(parent instanceof Element) || parent.closest('main, header, [role$="dialog"]') === null)
    return undefined;
  const at = before === null ? parent.firstElementChild : nextElement(before);
  if (at !== null && arrived.has(at)) return at;
  return (
    [at, at === null ? parent.lastElementChild : at.previousElementSibling].find((row) =>
      row?.matches(ROWS),
    ) ?? parent
  );
}

const nextElement = (node: Node) =>
  node instanceof Element || node instanceof CharacterData ? node.nextElementSibling : null;

/** Puts the focus on an element, or on the nearest around it that can be seen. */
function focus(element: Element): void {
  for (let at: Element | null = element; at !== null && isLost(); at = at.parentElement)
    if (at instanceof HTMLElement) tryFocus(at);
}

function tryFocus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (!isLost() || element.hasAttribute('tabindex')) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const reset = () => element.removeAttribute('tabindex');
  if (isLost()) reset();
  else element.addEventListener('blur', reset, { once: true });
}
