/** How well a story answers a query, in parts from 0 to about 1. */
export interface Match {
  /** Whether the title has all words. */
  isInTitle: boolean;
  /** How much of the title was asked for. */
  title: number;
  /** Title, author, tags and synopsis, by weight. */
  head: number;
  /** How near to each other, and how often, the words stand in a chapter. */
  text: number;
  /** How much the title is the query itself, from 0 to 1; 0 where it is another one. */
  likeness: number;
  /** What readers think of the story: the lower bound of its share of upvotes. */
  top: number;
}

/** More than any story can have otherwise: a title that was typed, if not quite right, comes before all others. */
const WEIGHT_OF_TYPED_TITLE = 5;

/** The order of relevance: better matches come first, and among equal ones the better liked story. */
export function relevance({ isInTitle, title, head, text, likeness, top }: Match): number {
  const match = (isInTitle ? 1 : 0) + title + head + 0.7 * text;
  return match * (0.8 + 0.4 * top) + WEIGHT_OF_TYPED_TITLE * likeness;
}

/** Which of the terms a story has, by how much each tells: in title, author, tags and synopsis more than in a text. */
export interface PartialMatch {
  inHead: readonly boolean[];
  inText: readonly boolean[];
  /** As in a full match. */
  text: number;
}

export function partialRelevance(match: PartialMatch, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const has = weights.reduce(
    (sum, weight, at) => sum + (match.inHead[at] ? weight : match.inText[at] ? 0.6 * weight : 0),
    0,
  );
  return has / total + 0.6 * match.text;
}
