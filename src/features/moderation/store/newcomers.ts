import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { AccountFilter } from '../contract/newcomers.ts';

export interface NewAccountRow {
  id: number;
  username: string;
  display_name: string;
  role: 'user' | 'moderator' | 'admin';
  created_at: Date;
  is_verified: boolean;
  suspended_at: Date | null;
  is_spam: boolean;
  story_count: number;
  listed_count: number;
  waiting_count: number;
  chapter_count: number;
  link_count: number;
  report_count: number;
  vote_count: number;
  latest_stories: { id: number; slug: string; title: string }[];
}

const MAX_CHAPTERS_SEARCHED = 20;
const MAX_LATEST_STORIES = 3;
/** Mirrors containsLink for stored content; used only for counting. */
const LINK_PATTERN = String.raw`https?://|\mwww\.|(href|src)="([a-z]+:|//)`;

const filters = {
  all: sql`true`,
  authors: sql`exists (select from stories join pen_names on pen_names.id = author_id where pen_names.account_id = accounts.id)`,
  spam: sql`exists (select from spam_marks where account_id = accounts.id)`,
} satisfies Record<AccountFilter, unknown>;

/** Accounts with their activity, newest first. The expensive counts run only for the accounts of one page. */
export async function findNewestAccounts(
  connection: Connection,
  { show, offset, limit }: { show: AccountFilter; offset: number; limit: number },
): Promise<{ accounts: NewAccountRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from accounts where ${filters[show]}`.execute(connection);
  const { rows } = await sql<NewAccountRow>`
    with page as materialized (
      select id, username, display_name, role, created_at, suspended_at from accounts
      where ${filters[show]} order by id desc offset ${offset} limit ${limit}
    )
    select page.*,
      credentials.account_id is null or email_verified_at is not null as is_verified,
      exists (select from spam_marks where spam_marks.account_id = page.id) as is_spam,
      written.story_count, written.listed_count, written.waiting_count, written.chapter_count,
      (select count(*)::integer from (
        select content from chapters join stories on stories.id = story_id
        where author_id = any (names.ids) and chapters.state <> 'draft' order by chapters.id desc limit ${MAX_CHAPTERS_SEARCHED}
      ) as latest where content ~* ${LINK_PATTERN}) as link_count,
      (select count(*)::integer from reports where owner_id = page.id
        or story_id in (select id from stories where author_id = any (names.ids))) as report_count,
      (select count(*)::integer from votes where votes.account_id = page.id) as vote_count,
      coalesce((select json_agg(latest) from (
        select id, slug, title from stories
        where author_id = any (names.ids) and visibility <> 'draft' and trashed_at is null
        order by id desc limit ${MAX_LATEST_STORIES}
      ) as latest), '[]') as latest_stories
    from page
    left join credentials on credentials.account_id = page.id
    cross join lateral (
      select array(select id from pen_names where pen_names.account_id = page.id) as ids
    ) as names
    cross join lateral (
      select count(*)::integer as story_count, count(published_at)::integer as listed_count,
        count(waiting_since)::integer as waiting_count, coalesce(sum(chapter_count), 0)::integer as chapter_count
      from stories where author_id = any (names.ids) and trashed_at is null
    ) as written
    order by page.id desc`.execute(connection);
  return { accounts: rows, total: counted.rows[0]?.total ?? 0 };
}

export interface WaitingRow {
  id: number;
  waiting_since: Date;
  author_since: Date;
  account_id: number;
  account_username: string;
  excerpt: string;
  links: string[];
}

const MAX_EXCERPT_CHARACTERS = 400;
const MAX_LINKS = 10;
const TYPED_LINK_PATTERN = String.raw`((?:https?://|\mwww\.)[^\s"<>]{1,200})`;

/** Whether a story waits to be listed, for a moderator or until its author's address is verified. */
export const isWaiting = sql`(waiting_since is not null and withheld_at is null and visibility <> 'draft'
  and trashed_at is null)`;

/**
 * Stories that wait for approval and are neither withheld, drafts, nor in the trash: those for a moderator first, each
 * group oldest first.
 */
export async function findWaitingStories(
  connection: Connection,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ stories: WaitingRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from stories where ${isWaiting}`.execute(connection);
  const { rows } = await sql<WaitingRow>`
    with page as materialized (
      select id, author_id, waiting_for, waiting_since, synopsis from stories
      where ${isWaiting}
      order by waiting_for desc, waiting_since, id offset ${offset} limit ${limit}
    )
    select page.id, waiting_since, accounts.created_at as author_since,
      accounts.id as account_id, accounts.username as account_username,
      coalesce((select left(btrim(search_plain_text(left(content, 4000))), ${MAX_EXCERPT_CHARACTERS}) from chapters
        where story_id = page.id and state <> 'draft' and trashed_at is null order by "order", id limit 1), '') as excerpt,
      array(select distinct found[1] from (
        select page.synopsis as text union all
        (select content from chapters where story_id = page.id and state <> 'draft' and trashed_at is null order by id limit ${MAX_CHAPTERS_SEARCHED})
      ) as texts, regexp_matches(text, ${TYPED_LINK_PATTERN}, 'gi') as found
        limit ${MAX_LINKS}) as links
    from page join accounts on accounts.id = account_of(author_id)
    order by waiting_for desc, waiting_since, page.id`.execute(connection);
  return { stories: rows, total: counted.rows[0]?.total ?? 0 };
}
