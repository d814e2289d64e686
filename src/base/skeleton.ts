import { ASCII_LOOK_ALIKES } from './confusables.ts';

const asciiLookAlikes = new Map(
  ASCII_LOOK_ALIKES.flatMap((line) => {
    const [ascii = '', ...codes] = line.split(' ');
    return codes.map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), ascii] as const);
  }),
);

/**
 * The visual skeleton of a text (UTS 39, limited to ASCII): two texts with the same skeleton are easily confused. Use
 * it only for comparison, never for display.
 */
export function skeleton(text: string): string {
  const pieces = Array.from(
    text.normalize('NFD'),
    (character) => asciiLookAlikes.get(character) ?? character,
  );
  return pieces.join('').normalize('NFD');
}
