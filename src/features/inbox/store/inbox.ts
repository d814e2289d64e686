import { type RawBuilder, sql } from 'kysely';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { isNotHidden } from '#features/hidden/service.ts';
import type { NotifiedAction } from '#features/moderation/rules.ts';
import type { Connection } from '#platform/database/database.ts';
import { INBOX_DEPTH } from '../contract.ts';
import { type InboxKind, MAX_NAMES } from '../rules.ts';

/** An account that looks into its inbox, with what it hides everywhere. */
export interface InboxReader {
  accountId: number;
  hidden: HiddenSet;
}

const ownNames = (accountId: number) => sql`(select id from pen_names where account_id = ${accountId})`;

/** Whether a story or what is said on it can be shown: one's own outside the trash, of others what a reader finds. */
const isStoryShown = ({
  accountId,
  hidden,
}: InboxReader) => sql`(item.story_id is null or (stories.trashed_at is null and (
  stories.author_id in ${ownNames(accountId)}
  or (stories.withheld_at is null and stories.visibility <> 'draft' and ${isNotHidden(sql`item.story_id`, hidden)}))))`;

/**
 * Whether the cause is there for its reader: a comment that others see, for the story's author also one that waits, but
 * not one that they have approved themselves; thanks that were not taken back; corrections that wait for a decision; notes
 * that were not deleted; removals that were not undone.
 */
const isCauseShown = (accountId: number) => sql`case
  when item.kind in ('comment', 'reply') and stories.author_id in ${ownNames(accountId)} then said.withheld_at is null
    and (said.state = 'waiting' or (said.state = 'shown' and said.approved_at is null))
  when item.kind in ('comment', 'reply') then said.is_shown and stories.comments <> 'off'
  when item.kind = 'thanks' then said.is_shown and exists (select from comment_thanks
    where comment_thanks.comment_id = said.id and comment_thanks.account_id = item.by_id)
  when item.kind = 'correction' then exists (select from corrections
    join chapters as corrected on corrected.id = corrections.chapter_id and corrected.trashed_at is null
    where corrections.id = item.correction_id and corrections.decision is null)
  when item.kind = 'note' then exists (select from notes where notes.id = item.note_id and notes.deleted_at is null)
  when item.kind = 'sweep' then exists (select from comment_sweeps where comment_sweeps.id = item.sweep_id
    and undone_at is null)
  when item.list_id is not null then exists (select from shelves where shelves.id = item.list_id
    and visibility <> 'private'
    and not exists (select from list_withholdings where shelf_id = shelves.id))
  when item.author_id is not null then exists (select from pen_names where pen_names.id = item.author_id
    and retired_at is null)
  else true end`;

/**
 * Whether its reader wants to hear of whoever did it: nobody whose name they mute, block or hide, as in threads. Thanks are
 * under no name, so that those of every blocked account can be left out without saying whose they are.
 */
const isFromWelcome = (accountId: number) => sql`(item.by_id is null or not (
  exists (select from blocks where blocks.account_id = ${accountId} and (blocks.author_id = item.by_id
    or (item.kind = 'thanks' and blocks.blocked_id = item.by_id)))
  or exists (select from hidden_items where hidden_items.account_id = ${accountId} and hidden_items.author_id = item.by_id)
  or exists (select from pen_names join accounts on accounts.id = pen_names.account_id
    where pen_names.id = item.by_id and accounts.suspended_at is not null)))`;

/** The items that an account may be shown at this moment, each with the group that it belongs to; null: all of them. */
export function shownItems(reader: InboxReader, isWanted: RawBuilder<unknown>, limit: number | null) {
  const { accountId } = reader;
  return sql`
    select item.id, item.kind, item.by_id, item.read_at, item.story_id, item.author_id, item.series_id, item.list_id,
      item.comment_id, said.chapter_id, item.correction_id, item.entry_id, item.follower_count, greatest(item.created_at, said.approved_at) as shown_at,
      coalesce(said.state = 'waiting', false) as waits,
      case when item.kind = 'reply' then coalesce(said.parent_id, said.id) when item.kind = 'thanks' then said.id
        when item.kind in ('comment', 'note', 'correction') then item.story_id else item.id end as subject
    from inbox_items as item
    left join stories on stories.id = item.story_id
    left join comments as said on said.id = item.comment_id
    left join chapters on chapters.id = said.chapter_id
    where item.account_id = ${accountId} and ${isWanted}
      and item.kind <> all (coalesce((select muted_kinds from inbox_settings where account_id = ${accountId}), '{}'))
      and ${isStoryShown(reader)}
      and (chapters.id is null or (chapters.state = 'published' and chapters.trashed_at is null))
      and ${isCauseShown(accountId)} and ${isFromWelcome(accountId)}
    order by item.id desc limit ${limit}::bigint`;
}

const isAny = sql`true`;
const isUnread = sql`item.read_at is null`;

/** The items for a mail: unread, in none before, and there at a time. */
export const toMail = (until: Date) =>
  sql`item.read_at is null and item.mailed_at is null and greatest(item.created_at, said.approved_at) <= ${until}`;

/** Those of the items that one mail told of which are unread. */
const mailedTogether = (mailedAt: string) =>
  sql`item.read_at is null and item.mailed_at = ${mailedAt}::timestamptz`;

export interface GroupRow {
  id: number;
  kind: InboxKind;
  count: number;
  waits: boolean;
  read_at: Date | null;
  newest_at: Date;
  names: string[];
  people: number;
  /** The first comment of a thread, and the earliest comment of the group. */
  thread_id: number | null;
  comment_id: number | null;
  comment_content: string | null;
  chapter_id: number | null;
  /** Whether all comments of the group are on the same chapter, or on the story as a whole. */
  is_one_place: boolean;
  entry_id: number | null;
  follower_count: number | null;
  story_id: number | null;
  story_title: string | null;
  story_slug: string | null;
  /** Whether the story is the reader's own. */
  is_own_story: boolean;
  series_title: string | null;
  series_slug: string | null;
  list_title: string | null;
  list_slug: string | null;
  author_name: string | null;
  author_username: string | null;
  action: NotifiedAction | null;
  decided_story: string | null;
  decided_list: string | null;
  is_about_comment: boolean;
  total: number;
  /** The time of the latest item of all groups. */
  latest_at: Date;
}

/** The groups of an inbox, latest first: the items of one kind and subject that are unread, or were read together. */
export async function groupsOf(
  connection: Connection,
  reader: InboxReader,
  {
    offset,
    limit,
    mailUntil,
    mailedAt,
  }: { offset: number; limit: number; mailUntil?: Date; mailedAt?: string },
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    with items as (${shownItems(reader, mailedAt !== undefined ? mailedTogether(mailedAt) : mailUntil !== undefined ? toMail(mailUntil) : isAny, INBOX_DEPTH)}),
    gathered as (
      select kind, waits, subject, read_at, max(id) as id, count(*)::integer as count, max(shown_at) as newest_at,
        min(comment_id) as comment_id, count(distinct coalesce(chapter_id, 0)) = 1 as is_one_place, max(story_id) as story_id, max(author_id) as author_id, max(series_id) as series_id,
        max(list_id) as list_id, max(entry_id) as entry_id, min(correction_id) as correction_id, max(follower_count) as follower_count,
        count(distinct by_id)::integer as people, count(*) over ()::integer as total, max(max(shown_at)) over () as latest_at,
        array_agg(distinct by_id) filter (where by_id is not null) as by_ids
      from items group by kind, waits, subject, read_at
      order by newest_at desc, id desc offset ${offset} limit ${limit}
    )
    select gathered.id, gathered.kind, gathered.count, waits, read_at, newest_at, people, total, latest_at, gathered.comment_id,
      said.content as comment_content, coalesce(said.parent_id, said.id) as thread_id, coalesce(said.chapter_id, corrections.chapter_id) as chapter_id, is_one_place, gathered.entry_id, follower_count,
      array(select coalesce(nullif(display_name, ''), username) from pen_names
        where pen_names.id = any (by_ids) and gathered.kind <> 'thanks' order by pen_names.id limit ${MAX_NAMES}) as names,
      gathered.story_id, stories.title as story_title, stories.slug as story_slug, coalesce(stories.author_id in ${ownNames(reader.accountId)}, false) as is_own_story, series.title as series_title,
      series.slug as series_slug, shelves.title as list_title, shelves.slug as list_slug,
      coalesce(nullif(pen_names.display_name, ''), pen_names.username) as author_name,
      pen_names.username as author_username, entries.action, entries.story_title as decided_story,
      entries.list_title as decided_list, entries.comment_id is not null as is_about_comment
    from gathered
    left join comments as said on said.id = gathered.comment_id
    left join corrections on corrections.id = gathered.correction_id
    left join stories on stories.id = gathered.story_id
    left join series on series.id = gathered.series_id
    left join shelves on shelves.id = gathered.list_id
    left join pen_names on pen_names.id = gathered.author_id
    left join moderation_entries as entries on entries.id = gathered.entry_id
    order by newest_at desc, gathered.id desc`.execute(connection);
  return rows;
}

/** The unread items, counted up to a number. */
export async function countUnread(
  connection: Connection,
  reader: InboxReader,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::integer as unread from (${shownItems(reader, isUnread, most)}) as items`.execute(
    connection,
  );
  return rows[0]?.unread ?? 0;
}

export async function isOwnItem(connection: Connection, accountId: number, id: number): Promise<boolean> {
  const item = await connection
    .selectFrom('inbox_items')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return item !== undefined;
}

/** Marks the unread items of a group as read, up to its latest one when it was listed. */
export async function setGroupRead(connection: Connection, reader: InboxReader, id: number): Promise<void> {
  await sql`
    with items as (${shownItems(reader, isUnread, null)}),
    chosen as (select kind, waits, subject from items where id = ${id})
    update inbox_items set read_at = now() from items join chosen
      on (items.kind, items.waits, items.subject) = (chosen.kind, chosen.waits, chosen.subject)
    where inbox_items.id = items.id and items.id <= ${id} and inbox_items.read_at is null`.execute(
    connection,
  );
}

/** Marks all that is shown until a time, in the milliseconds of an answer, as read; what waits to be shown stays unread. */
export async function setAllRead(connection: Connection, reader: InboxReader, until: Date): Promise<void> {
  await sql`
    with items as (${shownItems(reader, isUnread, null)})
    update inbox_items set read_at = now() from items
    where inbox_items.id = items.id and date_trunc('milliseconds', items.shown_at) <= ${until}
      and inbox_items.read_at is null`.execute(connection);
}
