// The built page's script: what somebody came to read is fetched and painted first, then all modules that take the page
// over are fetched at once. No imports, or these would be fetched and worked on first.
const own = document.querySelector<HTMLScriptElement>('script[data-entry]');

/** A page that nobody looks at is painted much later. */
const AT_LATEST_MILLISECONDS = 1000;

const painted = new Promise<void>((resolve) => {
  // The callback comes before the paint, what it puts off comes after.
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, AT_LATEST_MILLISECONDS);
});

function takeOver({ entry = '', modules = '' }: DOMStringMap): Promise<unknown> {
  const links = modules
    .split(' ')
    .map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  document.head.append(...links);
  return import(/* @vite-ignore */ entry);
}

// Where it can't be had, the page is what it is without script, and early-presses.ts says so after a press.
if (own !== null)
  void painted
    .then(() => takeOver(own.dataset))
    .catch(() => document.dispatchEvent(new Event('takeoverfailed')));

export {};
