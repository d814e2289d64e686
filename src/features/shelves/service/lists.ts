import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import {
  type authorReadingLists,
  type getReadingList,
  listMessages,
  type ReadingList,
} from '../contract/lists.ts';
import { type ListRow, listAt, listedStoriesOf, listsOfAuthor, publicLists } from '../store/lists.ts';

function present({ id, username, display_name, updated_at, ...row }: ListRow): ReadingList {
  return {
    ...row,
    id: String(id),
    url: urls.list(row.slug),
    author_username: username,
    author_display_name: display_name || username,
    updated_at: updated_at.toISOString(),
  };
}

/** The same for everyone, its owner included. */
export async function readReadingList(
  { db }: Pick<Context, 'db'>,
  { slug, page, limit }: ParsedInputOf<typeof getReadingList>,
): Promise<Outcome<DataOf<typeof getReadingList>>> {
  const row = await listAt(db, slug);
  if (row === undefined) return failure('not-found', listMessages.notFound);
  const { offset, beyond } = pageWindow(page, limit);
  const places = beyond ? [] : await listedStoriesOf(db, row.id, { offset, limit });
  const stories = await storiesByIds(
    db,
    places.map(({ story_id }) => story_id),
  );
  const noteOf = new Map(places.map(({ story_id, note }) => [story_id, note]));
  return success(
    {
      list: present(row),
      stories: stories.map((story, index) => ({
        ...story,
        note: noteOf.get(story.id) ?? '',
        position: offset + index + 1,
      })),
      pagination: pagination(page, limit, row.story_count),
    },
    depthMessage(row.story_count),
  );
}

export async function listReadingListsOfAuthor(
  { db }: Pick<Context, 'db'>,
  { username }: ParsedInputOf<typeof authorReadingLists>,
): Promise<Outcome<DataOf<typeof authorReadingLists>>> {
  return success({ lists: (await listsOfAuthor(db, username)).map(present) });
}

/** At most 10,000 lists, for the sitemap. */
export async function listSitemapLists(connection: Connection) {
  return publicLists(connection, 10_000);
}
