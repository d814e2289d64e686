import { groupThousands, plural } from '#base/text.ts';

interface Counted {
  count: number;
  isComplete: boolean;
}

/** How much a search has found, of both kinds. */
export function foundIn(results: {
  pagination: { stories: { total: number }; authors: { total: number } };
  is_complete: boolean;
}): Counted {
  const { stories, authors } = results.pagination;
  return { count: stories.total + authors.total, isComplete: results.is_complete };
}

/** '12 results', or '600+ results' where there are more than a search gives. */
export function countText({ count, isComplete }: Counted, one: string): string {
  return isComplete ? plural(count, one) : `${groupThousands(count)}+ ${one}s`;
}
