/** The canonical link names the site as its operator does, which may not be how the visitor reached it. */
export function addressOf(path: string): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return new URL(path, canonical ?? location.href).href;
}
