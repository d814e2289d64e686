/** The columns that a query can search. */
export type SearchPlace = 'title' | 'head' | 'text' | 'name' | 'author';

/** The estimated number of matches of a query. */
export interface Estimate {
  rows: number;
  /** The share of all rows, from 0 to 1. */
  share: number;
}

/** The estimate for a query of unknown words: only common words are counted. */
export const RARE: Estimate = { rows: 0, share: 0 };

/**
 * The maximum number of matches, and share of all rows, that the word index may collect: both cost time before the
 * first row.
 */
export interface ScanBudget {
  rows: number;
  share: number;
}

/** A scan of rows in order is unlikely to find matches below this share. */
const MIN_SHARE_OF_SCAN = 0.01;

/** Fewer scan hits than this mean that words common on their own are rare in combination. */
export const MIN_SCAN_HITS = 3;

/** Whether more rows match than are wanted, and a scan in order finds enough of them before the index collects all. */
export function exceeds(budget: ScanBudget, { rows, share }: Estimate, wanted: number): boolean {
  return rows > wanted && (share > budget.share || (rows > budget.rows && share > MIN_SHARE_OF_SCAN));
}

/**
 * The share of rows that match a tsquery, assuming independent words. `shareOf` returns the share of rows with one
 * word, or with words of one prefix.
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
