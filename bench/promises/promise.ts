/** One of the site's promises about speed, compared with a limit measured in the same run. */
export interface Measured {
  what: string;
  /** The ratio or figure that was reached. */
  reached: number;
  limit: number;
  /** Tells whether a higher or a lower result is better. */
  better: 'more' | 'less';
  unit?: string;
  /** The measurements from which the result is computed. */
  detail: string;
}

export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

export function isKept({ reached, limit, better }: Measured): boolean {
  return better === 'more' ? reached >= limit : reached <= limit;
}
