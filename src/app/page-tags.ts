/** The cache tags of a page, as the triggers name them (migration 0009). Routes match in any case of letters: `/Story/x`. */
export function tagsOfPage(pathname: string): string[] {
  const segments = pathname.split('/').map(decodeSegment);
  const [first, last] = [segments[1], segments.at(-1)].map((segment) => segment?.toLowerCase());
  const second = segments[2] ?? '';
  if (first === 'story')
    return last === 'comments' ? [`story ${second}`, `comments ${second}`] : [`story ${second}`];
  if (first === 'list') return [`list ${second}`, 'lists'];
  if (first === 'series') return [`series ${second}`, 'lists'];
  if (first === 'author') return [`author ${second.toLowerCase()}`, 'lists'];
  // Results quote the texts of chapters.
  if (first === 'search') return ['lists', 'texts'];
  return ['lists'];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A path that does not decode names no story or author, so no change concerns it.
    return segment;
  }
}
