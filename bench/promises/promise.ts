/** One of the site's promises about speed, compared with a limit measured in the same run. */
export interface Measurement {
  name: string;
  /** The ratio or figure that was reached. */
  reached: number;
  limit: number;
  /** Tells whether a higher or a lower result is better. */
  better: 'more' | 'less';
  unit?: string;
  /** The measurements from which the result is computed. */
  detail: string;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export function isWithinLimit({ reached, limit, better }: Measurement): boolean {
  return better === 'more' ? reached >= limit : reached <= limit;
}
