/** Extracts the slug or id from the address of a story or chapter, or from a bare slug. */
export function parseStoryAddress(typed: string): string {
  const text = typed.trim();
  const [, section, slug] = /\/(story)\/([^/?#\s]+)/.exec(text) ?? [];
  if (section === undefined || slug === undefined) return text;
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
