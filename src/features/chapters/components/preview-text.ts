/** The first `length` characters (code points) of a text over all paragraphs, with an ellipsis if it is cut. */
export function firstCharacters(paragraphs: string[], length: number): string[] {
  const result: string[] = [];
  let left = length;
  for (const paragraph of paragraphs) {
    if (left <= 0) break;
    const characters = [...paragraph];
    const isCut = characters.length > left;
    result.push(isCut ? `${characters.slice(0, left).join('').trimEnd()}…` : paragraph);
    left -= characters.length;
  }
  return result;
}
