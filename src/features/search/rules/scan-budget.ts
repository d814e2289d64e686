/** The columns that a query can search; `head` holds the title block. */
export type SearchPlace = 'title' | 'head' | 'text' | 'name' | 'author';

/** The estimated number of matches of a query. */
export interface Estimate {
  rows: number;
  /** The share of all rows, from 0 to 1. */
  share: number;
}

/** The estimate for a query of unknown words: only common words are counted. */
export const RARE_ESTIMATE: Estimate = { rows: 0, share: 0 };

/**
 * The maximum number of matches, and share of all rows, that the word index may collect: both cost time before the
 * first row.
 */
export interface ScanBudget {
  rows: number;
  share: number;
}

/** A scan of rows in order is unlikely to find matches below this share. */
const MIN_SCAN_SHARE = 0.01;

/** Fewer scan hits than this mean that words common on their own are rare in combination. */
export const MIN_SCAN_HITS = 3;

/** Whether more rows match than are requested, and a scan in order finds enough of them before the index collects all. */
export function exceedsBudget(budget: ScanBudget, { rows, share }: Estimate, requested: number): boolean {
  return rows > requested && (share > budget.share || (rows > budget.rows && share > MIN_SCAN_SHARE));
}

/**
 * The share of rows that match a tsquery, assuming independent words. `shareOf` returns the share of rows with one
 * word, or with words of one prefix.
 */
export function shareOfMatches(query: string, shareOf: (term: string, isPrefix: boolean) => number): number {
  const tokens = [...query.matchAll(/'((?:[^']|'')+)'(:\*)?|<(?:-|\d+)>|[&|!()]/g)];
  let at = 0;
  const next = () => tokens[at]?.[0] ?? '';
  const parseOr = (): number => {
    let share = parseAnd();
    while (next() === '|') {
      at++;
      share = 1 - (1 - share) * (1 - parseAnd());
    }
    return share;
  };
  const parseAnd = (): number => {
    let share = parseFactor();
    while (next() === '&' || next().startsWith('<')) {
      at++;
      share *= parseFactor();
    }
    return share;
  };
  const parseFactor = (): number => {
    const [token = '', term = '', star] = tokens[at++] ?? [];
    if (token === '!') return 1 - parseFactor();
    if (token !== '(') return shareOf(term.replaceAll("''", "'"), star !== undefined);
    const share = parseOr();
    at++;
    return share;
  };
  return tokens.length === 0 ? 0 : parseOr();
}
