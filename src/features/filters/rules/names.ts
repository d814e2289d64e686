/** The names in a part of a filter, which are joined by commas. */
export function namesIn(text: string | undefined): string[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
