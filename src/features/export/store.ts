import { sql } from 'kysely';
import { CHAPTER_DETAILS, type ChapterDetails } from '#features/chapters/contract.ts';
import { TOLD_ACTIONS } from '#features/moderation/rules.ts';
import { newsColumns } from '#features/newsletter/rules.ts';
import { STORY_DETAILS, type StoryDetails } from '#features/stories/contract.ts';
import type { Connection } from '#platform/database/database.ts';

export interface ExportedStory extends StoryDetails {
  id: number;
  slug: string;
  tags: string[];
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  waiting_since: Date | null;
  waiting_for: 'address' | 'moderator' | null;
  view_count: number;
  upvote_count: number;
  downvote_count: number;
  bookmark_count: number;
  former_slugs: string[];
  shares: Record<string, number>;
}

/** All stories of an author, including unfinished ones. */
export async function storiesToExport(connection: Connection, accountId: number): Promise<ExportedStory[]> {
  return connection
    .selectFrom('stories as s')
    .select(['s.id', 's.slug', ...STORY_DETAILS.map((name) => `s.${name}` as const)])
    .select(['s.created_at', 's.updated_at', 's.published_at', 's.waiting_since', 's.waiting_for'])
    .select(['s.view_count', 's.upvote_count', 's.downvote_count', 's.bookmark_count'])
    .select(
      sql<string[]>`array(select t.name from story_tags st join tags t on t.id = st.tag_id
        where st.story_id = s.id order by st.position)`.as('tags'),
    )
    .select(
      sql<string[]>`array(select f.slug from story_slugs f where f.story_id = s.id and f.slug <> s.slug
        order by f.created_at)`.as('former_slugs'),
    )
    .select(
      sql<Record<string, number>>`coalesce((select jsonb_object_agg(h.platform, h.share_count)
        from story_shares h where h.story_id = s.id), '{}')`.as('shares'),
    )
    .where('s.author_id', '=', accountId)
    .orderBy('s.id')
    .execute();
}

export interface ExportedChapter extends ChapterDetails {
  id: number;
  order: number;
  word_count: number;
  created_at: Date;
  updated_at: Date;
  read_seconds: number;
  completed_count: number;
}

export async function chaptersToExport(connection: Connection, storyId: number): Promise<ExportedChapter[]> {
  return connection
    .selectFrom('chapters as c')
    .leftJoin('chapter_reads as r', 'r.chapter_id', 'c.id')
    .select(['c.id', ...CHAPTER_DETAILS.map((name) => `c.${name}` as const)])
    .select(['c.order', 'c.word_count', 'c.created_at', 'c.updated_at'])
    .select((on) => [
      on.fn.coalesce('r.read_seconds', sql<number>`0`).as('read_seconds'),
      on.fn.coalesce('r.completed_count', sql<number>`0`).as('completed_count'),
    ])
    .where('c.story_id', '=', storyId)
    .orderBy('c.order')
    .orderBy('c.id')
    .execute();
}

export interface ExportedVersion {
  id: number;
  chapter_id: number;
  title: string;
  word_count: number;
  saved_at: Date;
  replaced_at: Date;
}

/** The earlier versions of all chapters of a story, without their texts. */
export async function versionsToExport(connection: Connection, storyId: number): Promise<ExportedVersion[]> {
  return connection
    .selectFrom('chapter_versions as v')
    .innerJoin('chapters as c', 'c.id', 'v.chapter_id')
    .select(['v.id', 'v.chapter_id', 'v.title', 'v.word_count', 'v.saved_at', 'v.replaced_at'])
    .where('c.story_id', '=', storyId)
    .orderBy('v.id')
    .execute();
}

/** An account's sign-in methods, without passwords, tokens or hashes of them. */
export async function signInToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('accounts as a')
    .leftJoin('credentials as c', 'c.account_id', 'a.id')
    .leftJoin('google_identities as g', 'g.account_id', 'a.id')
    .select(['c.email_verified_at', 'c.password_changed_at', 'a.username_chosen_at', 'a.suspended_at'])
    .select(['g.issuer as google_issuer', 'g.subject as google_subject', 'g.linked_at as google_linked_at'])
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

export async function sessionsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('sessions')
    .select(['id', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/** Decisions as their mails describe them: moderators by role, never by name, and no claimants or reporters. */
export async function decisionsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('moderation_entries as e')
    .leftJoin('stories as s', 's.id', 'e.story_id')
    .select(['e.id', 'e.action', 'e.happened_at as decided_at', 'e.actor_role as decided_by'])
    .select(['s.slug as story', 'e.story_title', 'e.rule', 'e.passage', 'e.note', 'e.answers'])
    .select(
      sql<boolean>`exists (select from story_withholdings w where w.entry_id = e.id)`.as('withholds_story'),
    )
    .where('e.account_id', '=', accountId)
    .where('e.action', 'in', TOLD_ACTIONS)
    .orderBy('e.id')
    .execute();
}

export async function appealsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('appeals as p')
    .leftJoin('moderation_entries as answer', 'answer.id', 'p.answer_id')
    .select(['p.entry_id as decision', 'p.words', 'p.created_at as sent_at', 'p.answered_at'])
    .select(['answer.action as answer', 'answer.note as answer_note'])
    .where('p.account_id', '=', accountId)
    .orderBy('p.id')
    .execute();
}

/** A subscription belongs to an address: an account owns it only after confirming that address. */
export async function newsletterToExport(connection: Connection, accountId: number) {
  const subscription = await connection
    .selectFrom('newsletter_subscribers as n')
    .innerJoin('credentials as c', 'c.email_key', 'n.email_key')
    .select(['n.id', 'n.email', 'n.confirmed_at'])
    .select(Object.values(newsColumns).map((column) => `n.${column}` as const))
    .where('c.account_id', '=', accountId)
    .where('c.email_verified_at', 'is not', null)
    .executeTakeFirst();
  if (subscription === undefined) return { subscription: null, issues: [] };
  const { id, ...told } = subscription;
  const issues = await connection
    .selectFrom('newsletter_deliveries as d')
    .innerJoin('newsletter_issues as i', 'i.id', 'd.issue_id')
    .select(['i.week', 'd.posted_at'])
    .where('d.subscriber_id', '=', id)
    .orderBy('i.week')
    .execute();
  return { subscription: told, issues };
}

/** An account's votes, bookmarks and reports on others' stories. */
export async function votesToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('votes as v')
    .innerJoin('stories as s', 's.id', 'v.story_id')
    .select(['s.slug as story', 's.title', 'v.voted_at'])
    .select(sql<string>`case v.value when 1 then 'upvote' else 'downvote' end`.as('vote'))
    .where('v.account_id', '=', accountId)
    .orderBy('v.voted_at')
    .execute();
}

export async function bookmarksToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('bookmarks as b')
    .innerJoin('stories as s', 's.id', 'b.story_id')
    .select(['s.slug as story', 's.title', 'b.bookmarked_at'])
    .where('b.account_id', '=', accountId)
    .orderBy('b.bookmarked_at')
    .execute();
}

export async function reportsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('reports as r')
    .leftJoin('stories as s', 's.id', 'r.story_id')
    .leftJoin('accounts as a', 'a.id', 'r.author_id')
    .select(['s.slug as story', 'a.username as author', 'r.reason', 'r.created_at', 'r.decided_at'])
    .where('r.reporter_id', '=', accountId)
    .orderBy('r.id')
    .execute();
}

/** The daily quota counts and the start of their period; empty for an account that has published nothing. */
export async function publicationsToExport(connection: Connection, accountId: number) {
  const found = await connection
    .selectFrom('publication_counts')
    .select(['since', 'story_count', 'chapter_count', 'created_count'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found ?? {};
}

/** Returns '' when the chapter was deleted during the export. */
export async function contentToExport(connection: Connection, chapterId: number): Promise<string> {
  const found = await connection
    .selectFrom('chapters')
    .select('content')
    .where('id', '=', chapterId)
    .executeTakeFirst();
  return found?.content ?? '';
}

/** Recognised devices have no name or location, only the day of the last sign-in. */
export async function knownDevicesToExport(
  connection: Connection,
  accountId: number,
): Promise<{ seen_at: Date }[]> {
  return connection
    .selectFrom('known_devices')
    .select('seen_at')
    .where('account_id', '=', accountId)
    .orderBy('seen_at')
    .execute();
}
