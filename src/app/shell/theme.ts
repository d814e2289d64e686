export type Theme = 'lamp' | 'paper';

const KEY = 'theme';

/** The light that the page stands in now: the visitor's choice, or else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'lamp' || chosen === 'paper') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'lamp' : 'paper';
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    window.localStorage.setItem(KEY, theme);
  } catch {
    // Not remembered: it holds for this visit.
  }
}

/** Calls back when the light changes: here, by the system, or in another tab, which this page then follows. */
export function subscribeTheme(changed: () => void): () => void {
  function fromOtherTab(event: StorageEvent) {
    if (event.key !== KEY) return;
    if (event.newValue === 'lamp' || event.newValue === 'paper') {
      document.documentElement.dataset.theme = event.newValue;
    } else {
      delete document.documentElement.dataset.theme;
    }
  }
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', changed);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    chosen.disconnect();
    system.removeEventListener('change', changed);
    window.removeEventListener('storage', fromOtherTab);
  };
}
