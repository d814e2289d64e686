import type { RawBuilder } from 'kysely';
import { type OrderTerm, orderBy } from '#platform/database/order-by.ts';
import type { StorySort } from '../contract/sorts.ts';

/** `story_tags` has copies of the sort columns of stories, so an order can only use columns of both tables. */
type SortTerm = OrderTerm<'stories'> & OrderTerm<'story_tags'>;

/** Each order needs an index on both tables, which sort-orders.test.ts checks. The id is added as the last term. */
const terms: Record<StorySort, SortTerm[]> = {
  trending: ['trending desc nulls last'],
  top: ['top desc', 'ranked_upvote_count desc'],
  new: ['published_at desc'],
  featured: ['featured_at desc'],
  updated: ['last_chapter_at desc nulls last'],
};

/** The order of listed stories, for a statement that reads `stories`. */
export function storyOrder(sort: StorySort): RawBuilder<unknown> {
  return orderBy<'stories'>(...terms[sort], 'id desc');
}

/** The same order among the stories of one tag, for a statement that reads `story_tags`. */
export function storyTagOrder(sort: StorySort): RawBuilder<unknown> {
  return orderBy<'story_tags'>(...terms[sort], 'story_id desc');
}
