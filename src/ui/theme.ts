import { writeEntry } from './browser-storage.ts';

export const THEMES = ['lamp', 'paper', 'sepia'] as const;
export type Theme = (typeof THEMES)[number];

function isTheme(text: unknown): text is Theme {
  return THEMES.some((theme) => theme === text);
}

/** The page's current theme: the visitor's choice, or else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (isTheme(chosen)) return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'lamp' : 'paper';
}

/** Undefined follows the system. */
export function chooseTheme(theme: Theme | undefined): void {
  const { dataset } = document.documentElement;
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
  // If storage is blocked, the choice lasts for this visit.
  writeEntry('theme', theme);
}

/** Calls back when the theme changes: here, by the system, or in another tab, which this page then follows. */
export function subscribeTheme(listener: () => void): () => void {
  function followOtherTab(event: StorageEvent) {
    if (event.key !== 'theme') return;
    if (isTheme(event.newValue)) {
      document.documentElement.dataset.theme = event.newValue;
    } else {
      delete document.documentElement.dataset.theme;
    }
  }
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', listener);
  window.addEventListener('storage', followOtherTab);
  return () => {
    chosen.disconnect();
    system.removeEventListener('change', listener);
    window.removeEventListener('storage', followOtherTab);
  };
}
