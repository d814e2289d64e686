import { cleanImageSource, cleanLink } from '#base/web-address.ts';

/** The address of a link as an author types it, often without a scheme. */
export function typedLink(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[^\s/@:?#]+@[^\s/@:?#.]+(?:\.[^\s/@:?#.]+)+$/.test(text)) return cleanLink(`mailto:${text}`);
  return cleanLink(isHost(text) ? `https://${text}` : text);
}

export function typedImageSource(typed: string): string | undefined {
  const text = typed.trim();
  return cleanImageSource(isHost(text) ? `https://${text}` : text);
}

/** Whether the text begins with a host name: `example.org/page` means that site, not a page of this one. */
function isHost(text: string): boolean {
  const host = text.split(/[/?#]/, 1)[0] ?? '';
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?$/u.test(host);
}
