export interface KnownWord {
  word: string;
  /** Whether it stands in a title, a name, a tag or a synopsis. */
  in_head: boolean;
}

/** Shorter words have too many neighbours to guess from. */
export const MIN_CORRECTED_LENGTH = 4;

export interface Guess {
  word: string;
  /** How unlikely it is, in letters mistaken. */
  distance: number;
}

const GUESSES_MAXIMUM = 5;

/** The known words that were most likely meant, the likeliest first; none where all are too far away. */
export function likelyWords(typed: string, known: readonly KnownWord[]): Guess[] {
  const allowed = typed.length < 6 ? 1 : typed.length < 10 ? 2 : 3;
  const found = new Map<string, number>();
  for (const { word, in_head } of known) {
    // A letter doubled or not is the commonest slip of all.
    const edits = Math.min(editDistance(typed, word), 0.6 + editDistance(single(typed), single(word)));
    if (edits > allowed) continue;
    // What stands in a title or a name is looked for more often than the rest, and few mistake the first letter.
    const distance = edits + (in_head ? 0 : 0.4) + (word[0] === typed[0] ? 0 : 0.3);
    found.set(word, Math.min(distance, found.get(word) ?? distance));
  }
  return inOrder([...found].map(([word, distance]) => ({ word, distance }))).slice(0, GUESSES_MAXIMUM);
}

/** The guesses anew, with regard to how often each word is written: of two alike the commoner was meant. */
export function withFrequency(guesses: readonly Guess[], counts: readonly number[]): Guess[] {
  return inOrder(
    guesses.map(({ word, distance }, at) => ({
      word,
      distance: distance - 0.15 * Math.log10(1 + (counts[at] ?? 0)),
    })),
  );
}

const single = (word: string) => word.replaceAll(/(.)\1/gu, '$1');

function inOrder(guesses: Guess[]): Guess[] {
  return guesses.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1));
}

/** Letters added, left out, mistaken or swapped with their neighbour (Damerau 1964), between two words. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const cell = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      (rows[i] as number[])[j] = Math.min(
        cell(i - 1, j) + 1,
        cell(i, j - 1) + 1,
        cell(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return cell(a.length, b.length);
}

/** The query as typed with some of its words written otherwise. */
export function withCorrections(typed: string, meant: ReadonlyMap<string, string>): string {
  return typed.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) => meant.get(word.toLowerCase()) ?? word);
}
