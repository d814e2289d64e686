/** Where a query is searched. */
export type SearchPlace = 'title' | 'head' | 'text' | 'name' | 'author';

/** How much a query is expected to match. */
export interface Estimate {
  rows: number;
  /** Of all there are, from 0 to 1. */
  share: number;
}

/** The estimate for a query of unknown words: only the common ones are counted. */
export const RARE: Estimate = { rows: 0, share: 0 };

/** How many matches, and what share of all rows, the index of words may collect: both cost time before the first row. */
export interface ScanBudget {
  rows: number;
  share: number;
}

/** A scan of rows in order hardly meets what a smaller share of them has. */
const MIN_SHARE_OF_SCAN = 0.01;

/** Fewer hits than this of a scan, and words that are common each are rare together. */
export const MIN_SCAN_HITS = 3;

/** Whether more rows match than are wanted, and a scan in order meets enough of them sooner than the index collects all. */
export function exceeds(budget: ScanBudget, { rows, share }: Estimate, wanted: number): boolean {
  return rows > wanted && (share > budget.share || (rows > budget.rows && share > MIN_SHARE_OF_SCAN));
}

/**
 * The share of rows that match a query in the database's notation, as if words stood independently of each other.
 * `shareOf` gives the share of rows with one word, or with words of one beginning.
 */
export function shareOfMatches(
  query: string,
  shareOf: (term: string, isBeginning: boolean) => number,
): number {
  const tokens = [...query.matchAll(/'((?:[^']|'')+)'(:\*)?|<(?:-|\d+)>|[&|!()]/g)];
  let at = 0;
  const next = () => tokens[at]?.[0] ?? '';
  const either = (): number => {
    let share = all();
    while (next() === '|') {
      at++;
      share = 1 - (1 - share) * (1 - all());
    }
    return share;
  };
  const all = (): number => {
    let share = one();
    while (next() === '&' || next().startsWith('<')) {
      at++;
      share *= one();
    }
    return share;
  };
  const one = (): number => {
    const [token = '', term = '', star] = tokens[at++] ?? [];
    if (token === '!') return 1 - one();
    if (token !== '(') return shareOf(term.replaceAll("''", "'"), star !== undefined);
    const share = either();
    at++;
    return share;
  };
  return tokens.length === 0 ? 0 : either();
}
