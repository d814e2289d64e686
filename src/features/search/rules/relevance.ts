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
  /** The letters by which the title's nearest words differ from the typed ones, beyond those of the nearest title found. */
  furtherLetters: number;
  /** Readers' rating of the story: the lower bound of its share of upvotes. */
  top: number;
}

/** Outweighs all other parts of the score together, so that a typed title comes first. */
const TYPED_TITLE_WEIGHT = 5;

/**
 * Of titles with forms of one word, “Lamplight” and “The Lamplighter”, the one with the typed form comes first, whatever
 * their ratings: one letter outweighs them.
 */
const LETTER_WEIGHT = 1.2;
/** Words further away are only other forms, and equally far. */
const MAX_FURTHER_LETTERS = 2;

/** The sort key of relevance: better matches come first, and among equal ones the better rated story. */
export function relevance(of: Match): number {
  const match = (of.isInTitle ? 1 : 0) + of.title + of.titleBlock + 0.7 * of.text;
  const nearness = of.isInTitle ? Math.max(0, MAX_FURTHER_LETTERS - of.furtherLetters) : 0;
  return match * (0.8 + 0.4 * of.top) + TYPED_TITLE_WEIGHT * of.titleSimilarity + LETTER_WEIGHT * nearness;
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
