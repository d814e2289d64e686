import { ASCII_LOOK_ALIKES } from './confusables.ts';

const looksLike = new Map(
  ASCII_LOOK_ALIKES.flatMap((line) => {
    const [ascii = '', ...codes] = line.split(' ');
    return codes.map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), ascii] as const);
  }),
);

/**
 * The look of a text at a glance (the skeleton of UTS 39, as far as it is ASCII): two texts with the same one are
 * easily taken for each other. For comparing alone, never to be shown.
 */
export function skeleton(text: string): string {
  const pieces = Array.from(text.normalize('NFD'), (one) => looksLike.get(one) ?? one);
  return pieces.join('').normalize('NFD');
}
