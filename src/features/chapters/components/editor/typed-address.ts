import { cleanImageSource, cleanLink } from '#base/web-address.ts';

/** What an author types for a link: addresses are often given without their scheme. */
export function typedLink(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[^\s/@:?#]+@[^\s/@:?#.]+(?:\.[^\s/@:?#.]+)+$/.test(text)) return cleanLink(`mailto:${text}`);
  return cleanLink(isHost(text) ? `https://${text}` : text);
}

export function typedImageSource(typed: string): string | undefined {
  const text = typed.trim();
  return cleanImageSource(isHost(text) ? `https://${text}` : text);
}

/** `example.org/page` means the site of that name, not a page below this one. */
function isHost(text: string): boolean {
  const host = text.split(/[/?#]/, 1)[0] ?? '';
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?$/u.test(host);
}
