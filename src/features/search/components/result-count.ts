import { groupThousands, plural } from '#base/text.ts';

interface ResultCount {
  count: number;
  isComplete: boolean;
}

/** The number of results of both kinds. */
export function countResults(results: {
  pagination: { stories: { total: number }; authors: { total: number } };
  is_complete: boolean;
}): ResultCount {
  const { stories, authors } = results.pagination;
  return { count: stories.total + authors.total, isComplete: results.is_complete };
}

/** '12 results', or '600+ results' for more than a search returns. */
export function countText({ count, isComplete }: ResultCount, singular: string): string {
  return isComplete ? plural(count, singular) : `${groupThousands(count)}+ ${singular}s`;
}
