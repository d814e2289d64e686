/** One of the things that the site promises about its speed, held against a limit measured in the same run. */
export interface Measured {
  what: string;
  /** The ratio or figure that was reached. */
  reached: number;
  limit: number;
  /** Whether more is better, or less. */
  better: 'more' | 'less';
  unit?: string;
  /** The figures behind it. */
  detail: string;
}

export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

export function isKept({ reached, limit, better }: Measured): boolean {
  return better === 'more' ? reached >= limit : reached <= limit;
}
