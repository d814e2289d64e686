const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** The text that a reader sees of HTML, as one line: without tags and comments, which split single texts. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<\/?(?:a|abbr|b|cite|em|i|mark|q|span|strong|time)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&([a-z]+|#x?[0-9a-f]+);/g, (entity, name: string) => signs[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The texts and addresses of all links. */
export function linksOf(html: string): { text: string; href: string }[] {
  return [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', inside = '']) => ({
    text: textOf(inside) || (/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    href: textOf(/href="([^"]*)"/.exec(attributes)?.[1] ?? ''),
  }));
}
