import '../server-only.ts';

/** Changes each part of a text from a start to the next end, both included, in one pass over it. */
export function replaceBetween(
  text: string,
  start: string,
  end: string,
  change: (part: string) => string,
): string {
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    const from = text.indexOf(start, position);
    const to = from === -1 ? -1 : text.indexOf(end, from);
    if (to === -1) break;
    parts.push(text.slice(position, from), change(text.slice(from, to + end.length)));
    position = to + end.length;
  }
  parts.push(text.slice(position));
  return parts.join('');
}
