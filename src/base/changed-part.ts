/** The part of a text that differs from its new form, in whole words: from `start`, to an end in each of the two. */
export interface ChangedPart {
  start: number;
  oldEnd: number;
  newEnd: number;
}

export function changedPart(oldText: string, newText: string): ChangedPart {
  const shorter = Math.min(oldText.length, newText.length);
  let start = 0;
  while (start < shorter && oldText[start] === newText[start]) start++;
  // Both texts must go on with a new word.
  if (!(isBoundary(oldText, start) && isBoundary(newText, start)))
    start = oldText.lastIndexOf(' ', start - 1) + 1;
  let same = 0;
  while (same < shorter - start && oldText.at(-1 - same) === newText.at(-1 - same)) same++;
  while (same > 0 && oldText.at(-same) !== ' ') same--;
  return { start, oldEnd: oldText.length - same, newEnd: newText.length - same };
}

function isBoundary(text: string, at: number): boolean {
  return at === 0 || at === text.length || text[at - 1] === ' ';
}
