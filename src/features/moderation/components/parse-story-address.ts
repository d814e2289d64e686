/** Extracts the slug or id from the address of a story or chapter, or from a bare slug. */
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
