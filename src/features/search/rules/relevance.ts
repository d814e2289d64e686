/** The parts of a story's relevance to a query, each from 0 to about 1. */
export interface Match {
  /** Whether the title contains all words. */
  isInTitle: boolean;
  /** The share of the title that the query covers. */
  title: number;
  /** Title, author, tags and synopsis, by weight. */
  titleBlock: number;
  /** The proximity and frequency of the words in a chapter. */
  text: number;
  /** The similarity of the title to the whole query, from 0 to 1; 0 for a different title. */
  titleSimilarity: number;
  /** Readers' rating of the story: the lower bound of its share of upvotes. */
  top: number;
}

/** Outweighs all other parts of the score together, so that a typed title comes first. */
const TYPED_TITLE_WEIGHT = 5;

/** The sort key of relevance: better matches come first, and among equal ones the better rated story. */
export function relevance({ isInTitle, title, titleBlock, text, titleSimilarity, top }: Match): number {
  const match = (isInTitle ? 1 : 0) + title + titleBlock + 0.7 * text;
  return match * (0.8 + 0.4 * top) + TYPED_TITLE_WEIGHT * titleSimilarity;
}

/** The terms that a story contains, weighted by rarity; the title block counts more than a text. */
export interface PartialMatch {
  inTitleBlock: readonly boolean[];
  inText: readonly boolean[];
  /** The same as in a full match. */
  text: number;
}

export function partialRelevance(match: PartialMatch, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const has = weights.reduce(
    (sum, weight, at) => sum + (match.inTitleBlock[at] ? weight : match.inText[at] ? 0.6 * weight : 0),
    0,
  );
  return has / total + 0.6 * match.text;
}
