import { useSyncExternalStore } from 'react';
import { writeEntry } from '#ui/browser-storage.ts';
import { type Look, type LookName, lookOf, peculiarities } from './reading-settings.ts';

const attributes = ['data-size', 'data-leading', 'data-measure', 'data-face'];

/** The reading settings on <html>. boot.ts sets them before the first paint, and the styles read them. */
function currentLook(): Look {
  return lookOf(document.documentElement.dataset);
}

function wear(look: Look): void {
  const { dataset } = document.documentElement;
  for (const [name, choice] of Object.entries(look)) {
    if (choice === 'usual') delete dataset[name];
    else dataset[name] = choice;
  }
  const kept = peculiarities(look);
  // With blocked storage the settings last for this visit.
  writeEntry('readingLook', Object.keys(kept).length === 0 ? undefined : JSON.stringify(kept));
}

export function chooseLook<Name extends LookName>(name: Name, choice: Look[Name]): void {
  wear({ ...currentLook(), [name]: choice });
}

export function resetLook(): void {
  wear(lookOf({}));
}

/** Compares the settings as text, because a new object at each call would never be equal to the last one. */
export function useLook(): Look {
  return JSON.parse(useSyncExternalStore(subscribe, () => JSON.stringify(currentLook()))) as Look;
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: attributes });
  return () => observer.disconnect();
}
