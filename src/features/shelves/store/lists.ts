import { sql } from 'kysely';
import { hasAuthorPage } from '#features/pen-names/service.ts';
import type { Connection } from '#platform/database/database.ts';
import { isWithheld } from './shelves.ts';

export interface ListRow {
  id: number;
  slug: string;
  title: string;
  synopsis: string;
  visibility: 'public' | 'link';
  updated_at: Date;
  owner_id: number;
  /** Whether moderators withhold it: only its owner and they find it. */
  is_withheld: boolean;
  author_id: number;
  username: string;
  display_name: string;
  is_author_public: boolean;
  story_count: number;
}

/** Published lists of profiles that are not withheld, with the lists that moderators withhold. */
function publishedLists(connection: Connection) {
  return connection
    .selectFrom('shelves')
    .innerJoin('accounts', 'accounts.id', 'shelves.owner_id')
    .innerJoin('pen_names', 'pen_names.id', 'shelves.author_id')
    .select(['shelves.id', 'shelves.slug', 'shelves.title', 'shelves.synopsis', 'shelves.updated_at'])
    .select(sql<'public' | 'link'>`shelves.visibility`.as('visibility'))
    .select(['pen_names.id as author_id', 'pen_names.username', 'pen_names.display_name'])
    .select(['shelves.owner_id', isWithheld.as('is_withheld')])
    .select(hasAuthorPage.as('is_author_public'))
    .select(
      sql<number>`(select count(*)::integer from shelf_stories join stories on stories.id = shelf_stories.story_id
        where shelf_stories.shelf_id = shelves.id and stories.published_at is not null)`.as('story_count'),
    )
    .where('accounts.withheld_at', 'is', null)
    .where('pen_names.retired_at', 'is', null)
    .where('shelves.visibility', '<>', 'private');
}

const hasListedStory = sql<boolean>`exists (
  select from shelf_stories join stories on stories.id = shelf_stories.story_id
  where shelf_stories.shelf_id = shelves.id and stories.published_at is not null)`;

export async function listAt(connection: Connection, slug: string): Promise<ListRow | undefined> {
  return publishedLists(connection).where('shelves.slug', '=', slug).executeTakeFirst();
}

export async function listsOfAuthor(connection: Connection, username: string): Promise<ListRow[]> {
  return publishedLists(connection)
    .where('pen_names.username_key', '=', username.toLowerCase())
    .where('shelves.visibility', '=', 'public')
    .where(sql<boolean>`not ${isWithheld}`)
    .where(hasAuthorPage)
    .where(hasListedStory)
    .orderBy('shelves.updated_at', 'desc')
    .orderBy('shelves.id')
    .execute();
}

/** The listed stories of a list in their order, with their notes; a shelf holds 1,000 at most. */
export async function listedStoriesOf(
  connection: Connection,
  listId: number,
): Promise<{ story_id: number; note: string; added_at: Date }[]> {
  return connection
    .selectFrom('shelf_stories')
    .innerJoin('stories', 'stories.id', 'shelf_stories.story_id')
    .select(['shelf_stories.story_id', 'shelf_stories.note', 'shelf_stories.added_at'])
    .where('shelf_stories.shelf_id', '=', listId)
    .where('stories.published_at', 'is not', null)
    .orderBy('shelf_stories.position')
    .orderBy('shelf_stories.story_id')
    .execute();
}

/** Public lists of authors with a page, for the sitemap. */
export async function publicLists(
  connection: Connection,
  limit: number,
): Promise<{ slug: string; updated_at: Date }[]> {
  return connection
    .selectFrom('shelves')
    .innerJoin('pen_names', 'pen_names.id', 'shelves.author_id')
    .select(['shelves.slug', 'shelves.updated_at'])
    .where('shelves.visibility', '=', 'public')
    .where(sql<boolean>`not ${isWithheld}`)
    .where(hasAuthorPage)
    .where(hasListedStory)
    .orderBy('shelves.id')
    .limit(limit)
    .execute();
}
