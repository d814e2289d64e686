import { readingMinutes } from '#base/text.ts';

/** The reading time of a number of words: '1 min', '58 min', '2 h', '2 h 20 min'. */
export function readingTime(wordCount: number): string {
  const minutes = readingMinutes(wordCount);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
