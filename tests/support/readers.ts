import { sql } from 'kysely';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';

/** Numbers that look random and are the same in every run (Park and Miller, CACM 31, 1988). */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Creates readers whose accounts are old enough for their votes to move rankings. */
export async function manyReaders(context: Pick<Context, 'db'>, count: number): Promise<Caller<SignedIn>[]> {
  const { rows } = await sql<{ id: number; username: string }>`
    with made as (
      insert into accounts (username, created_at)
      select 'reader-' || n, now() - interval '30 days' from generate_series(1, ${count}) as n
      returning id, username
    ), verified as (
      insert into credentials (account_id, email, email_verified_at)
      select id, username || '@example.org', now() from made
    )
    select id, username from made order by id`.execute(context.db);
  return rows.map(({ id, username }) => ({
    account: { id, username, role: 'user', isVerified: true, sessionId: 0 },
    network: '192.0.2',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Test/1.0',
    cookies: {},
  }));
}

/** Makes an account old enough for its votes to move rankings. */
export async function makeAccountOld(context: Context, accountId: number): Promise<void> {
  await context.db
    .updateTable('accounts')
    .set({ created_at: sql<Date>`now() - interval '30 days'` })
    .where('id', '=', accountId)
    .execute();
}

/** Listed stories of one author, each with two tags. */
export async function manyStories(
  context: Pick<Context, 'db'>,
  authorId: number,
  count: number,
): Promise<number[]> {
  await sql`insert into tags (name, key) select 'tag ' || n, 'tag' || n from generate_series(1, 10) as n`.execute(
    context.db,
  );
  const ids: number[] = [];
  // On a busy machine a thousand rows at once would exceed the statement timeout.
  for (let from = 1; from <= count; from += 250) {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into stories (author_id, title, slug, listed_since, chapter_count)
        select ${authorId}::bigint, 'Story ' || n, 'story-no-' || n, now() - make_interval(mins => n), 1
        from generate_series(${from}::integer, ${Math.min(count, from + 249)}::integer) as n
        returning id, slug
      ), named as (
        insert into story_slugs (slug, story_id) select slug, id from made
      )
      select id from made order by id`.execute(context.db);
    ids.push(...rows.map((row) => row.id));
  }
  await sql`
    insert into story_tags (story_id, tag_id, position)
    select story.id, tag.id, row_number() over (partition by story.id order by tag.id)
    from unnest(${ids}::bigint[]) as story (id)
    join (select id, row_number() over (order by id) as n from tags where name like 'tag %') as tag
      on tag.n in (1 + story.id % 5, 6 + story.id % 5)`.execute(context.db);
  return ids;
}

export interface Counters {
  id: number;
  upvote_count: number;
  downvote_count: number;
  bookmark_count: number;
  ranked_upvote_count: number;
  ranked_downvote_count: number;
}

/** The stored counters of all stories. */
export async function storedCounters({ db }: Context): Promise<Counters[]> {
  return db
    .selectFrom('stories')
    .select(['id', 'upvote_count', 'downvote_count', 'bookmark_count'])
    .select(['ranked_upvote_count', 'ranked_downvote_count'])
    .orderBy('id')
    .execute();
}

/** The counters of all stories, computed from the rows that they count. */
export async function recountedCounters({ db }: Context): Promise<Counters[]> {
  const { rows } = await sql<Counters>`
    select id,
      (select count(*) from votes where story_id = id and value = 1) as upvote_count,
      (select count(*) from votes where story_id = id and value = -1) as downvote_count,
      (select count(*) from bookmarks where story_id = id) as bookmark_count,
      (select count(*) from votes where story_id = id and value = 1 and ranked_at is not null) as ranked_upvote_count,
      (select count(*) from votes where story_id = id and value = -1 and ranked_at is not null) as ranked_downvote_count
    from stories order by id`.execute(db);
  return rows;
}
