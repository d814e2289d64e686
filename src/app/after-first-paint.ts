// The built page's script, which fetches nothing and waits: what somebody came to read is painted before the rest is
// worked on (entry-client.tsx, fetched meanwhile). No imports, or these would be worked on first.
const entry = document.querySelector<HTMLLinkElement>('link[data-entry]')?.href;

/** A page that nobody looks at is painted much later. */
const AT_LATEST_MILLISECONDS = 1000;

const painted = new Promise<void>((resolve) => {
  // The callback comes before the paint, what it puts off comes after.
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, AT_LATEST_MILLISECONDS);
});
// Where it can't be had, the page is what it is without script.
if (entry !== undefined) void painted.then(() => import(/* @vite-ignore */ entry)).catch(() => undefined);

export {};
