import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { hiddenSetFor } from '#features/hidden/service.ts';
import { withoutHidden } from '#features/stories/service/list-view.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import {
  type authorReadingLists,
  type getReadingList,
  listMessages,
  type ReadingList,
} from '../contract/lists.ts';
import { type ListRow, listAt, listedStoriesOf, listsOfAuthor, publicLists } from '../store/lists.ts';

function present(row: ListRow): ReadingList {
  const { id, owner_id: _, is_withheld, username, display_name, updated_at, ...rest } = row;
  return {
    ...rest,
    ...(is_withheld ? { is_withheld } : {}),
    id: String(id),
    url: urls.list(rest.slug),
    author_username: username,
    author_display_name: display_name || username,
    updated_at: updated_at.toISOString(),
  };
}

/** A published list that others find; a withheld one exists for its owner and moderators alone. */
export async function findPublishedList(
  connection: Connection,
  slug: string,
  reader?: Pick<SignedIn, 'id' | 'role'> | 'staff',
): Promise<ListRow | undefined> {
  const row = await listAt(connection, slug);
  if (row === undefined || !row.is_withheld) return row;
  const isForReader =
    reader === 'staff' || reader?.id === row.owner_id || (reader?.role ?? 'user') !== 'user';
  return isForReader ? row : undefined;
}

/** The same for everyone, its owner included, but for the stories that a reader hides. */
export async function readReadingList(
  { db }: Pick<Context, 'db'>,
  { slug, page, limit, sort, ...input }: ParsedInputOf<typeof getReadingList>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof getReadingList>>> {
  const row = await findPublishedList(db, slug, account);
  if (row === undefined) return failure('not-found', listMessages.notFound);
  const { offset, beyond } = pageWindow(page, limit);
  const all = await listedStoriesOf(db, row.id);
  const shown = await withoutHidden(
    db,
    all.map(({ story_id }) => story_id),
    await hiddenSetFor(db, input, account),
  );
  const ids = sort === 'order' ? shown.ids : lastAddedFirst(shown.ids, all);
  const stories = await storiesByIds(db, beyond ? [] : ids.slice(offset, offset + limit));
  const total = ids.length;
  const noteOf = new Map(all.map(({ story_id, note }) => [story_id, note]));
  const placeOf = new Map(shown.ids.map((id, index) => [id, index + 1]));
  return success(
    {
      list: present(row),
      stories: stories.map((story) => ({
        ...story,
        note: noteOf.get(story.id) ?? '',
        position: placeOf.get(story.id) ?? 0,
      })),
      pagination: pagination(page, limit, total),
      hidden: shown.hidden,
    },
    depthMessage(total),
  );
}

/** The ids of a list's order by the time at which they were added; of those added together the last one first. */
function lastAddedFirst(ids: readonly number[], all: readonly { story_id: number; added_at: Date }[]) {
  const timeOf = new Map(all.map(({ story_id, added_at }) => [story_id, added_at.getTime()]));
  return ids.toReversed().sort((one, other) => (timeOf.get(other) ?? 0) - (timeOf.get(one) ?? 0));
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
