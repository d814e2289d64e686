// The built page's script: lets the browser fetch and paint the content first, then fetches all modules that take the
// page over at once. No imports, because they would be fetched and run first.
const script = document.querySelector<HTMLScriptElement>('script[data-entry]');

/** A hidden page is painted much later, so the wait is limited. */
const MAX_WAIT_MILLISECONDS = 1000;

const painted = new Promise<void>((resolve) => {
  // The animation frame comes before the paint, and the time-out it sets comes after.
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, MAX_WAIT_MILLISECONDS);
});

function takeOver({ entry = '', modules = '' }: DOMStringMap): Promise<unknown> {
  const links = modules
    .split(' ')
    .map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  document.head.append(...links);
  return import(/* @vite-ignore */ entry);
}

// Without the modules the page works as it does without script, and early-clicks.ts reports that after a press.
if (script !== null)
  void painted
    .then(() => takeOver(script.dataset))
    .catch(() => document.dispatchEvent(new Event('hydrationfailed')));

export {};
