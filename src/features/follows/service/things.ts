import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { findProfile } from '#features/authors/service.ts';
import { findSeries } from '#features/series/service.ts';
import { isStoryId } from '#features/stories/rules.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { tagsNamed } from '#features/tags/service/tags.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { type FollowKind, followMessages } from '../contract/follows.ts';
import { listedTagId, publishedListId, type Thing } from '../store/follows.ts';

interface NamedThing {
  kind: FollowKind;
  id?: string | undefined;
  query?: string | undefined;
}

/** The thing that a call names, if the caller may find it; what others do not find is unknown like what does not exist. */
export async function findThing(
  connection: Connection,
  { kind, id, query }: NamedThing,
  account: SignedIn,
): Promise<Outcome<Thing>> {
  if (kind === 'filter')
    return query ? success({ kind, query }) : invalidField('query', followMessages.queryRequired);
  if (id === undefined || id === '') return invalidField('id', followMessages.idRequired);
  const found = await find[kind](connection, id, account);
  if (!found.ok) return found.kind === 'moved' ? found : failure('not-found', followMessages.unknown);
  return success({ kind, id: found.data });
}

type Find = (connection: Connection, id: string, account: SignedIn) => Promise<Outcome<number>>;

const find: Record<Exclude<FollowKind, 'filter'>, Find> = {
  story: findReadableStory,
  series: async (connection, id, account) => {
    const found = await findSeries(connection, id, account.id);
    return found.ok ? success(found.data.id) : found;
  },
  author: async (connection, id, account) => {
    const named = isStoryId(id) ? { id: Number(id) } : { username: id };
    const found = await findProfile(connection, named, account);
    return found.ok ? success(found.data.id) : found;
  },
  tag: async (connection, id) => {
    if (isStoryId(id)) return known(await listedTagId(connection, Number(id)));
    const [named] = (await tagsNamed(connection, [id])).found;
    // A tag of drafts alone looks like one that nobody has used.
    return known(named !== undefined && named.story_count > 0 && named.id);
  },
  list: async (connection, id) =>
    known(await publishedListId(connection, isStoryId(id) ? { id: Number(id) } : { slug: id })),
};

function known(id: number | false | undefined): Outcome<number> {
  return id === undefined || id === false ? failure('not-found', followMessages.unknown) : success(id);
}
