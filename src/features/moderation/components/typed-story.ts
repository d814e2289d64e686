/** The slug or id in what was typed: the address of a story or of one of its chapters, or the slug itself. */
export function storyTyped(typed: string): string {
  const text = typed.trim();
  const [, room, slug] = /\/(story)\/([^/?#\s]+)/.exec(text) ?? [];
  if (room === undefined || slug === undefined) return text;
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
