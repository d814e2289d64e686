/** The canonical link has the operator's host name, which may differ from the one that the visitor used. */
export function addressOf(path: string): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return new URL(path, canonical ?? location.href).href;
}
