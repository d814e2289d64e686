import { sql } from 'kysely';
import { NOTIFIED_ACTIONS } from '#features/moderation/rules.ts';
import { newsColumns } from '#features/newsletter/rules.ts';
import { ifOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';

/** An account's sign-in methods, without passwords, tokens or hashes of them. */
export async function signInToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('accounts')
    .leftJoin('credentials', 'credentials.account_id', 'accounts.id')
    .leftJoin('google_identities', 'google_identities.account_id', 'accounts.id')
    .leftJoin('totp_secrets', 'totp_secrets.account_id', 'accounts.id')
    .leftJoin('email_changes', 'email_changes.account_id', 'accounts.id')
    .select([
      'credentials.email_verified_at',
      'credentials.password_changed_at',
      'accounts.username_chosen_at',
      'accounts.suspended_at',
    ])
    .select([
      'google_identities.issuer as google_issuer',
      'google_identities.subject as google_subject',
      'google_identities.linked_at as google_linked_at',
      'totp_secrets.confirmed_at as authenticator_app_since',
      'email_changes.email as new_email',
      'email_changes.requested_at as new_email_requested_at',
    ])
    .select(
      sql<
        object[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('name', name, 'created_at', created_at, 'used_at', used_at)
          order by id), '[]') from passkeys where account_id = accounts.id)`.as('passkeys'),
    )
    .select(
      sql<number>`(select count(*)::integer from recovery_codes where account_id = accounts.id)`.as(
        'recovery_codes_left',
      ),
    )
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
}

export async function sessionsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('sessions')
    .select(['id', 'created_at', 'expires_at', 'device', 'network', 'seen_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/** Decisions as their mails describe them: moderators by role, never by name, and no claimants or reporters. */
export async function decisionsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('moderation_entries')
    .leftJoin('stories', 'stories.id', 'moderation_entries.story_id')
    .leftJoin('shelves', 'shelves.id', 'moderation_entries.list_id')
    .select([
      'moderation_entries.id',
      'moderation_entries.action',
      'moderation_entries.happened_at as decided_at',
      'moderation_entries.actor_role as decided_by',
    ])
    .select([
      'stories.slug as story',
      'moderation_entries.story_title',
      'shelves.slug as list',
      'moderation_entries.list_title',
      'moderation_entries.comment_excerpt as comment',
      'moderation_entries.rule',
      'moderation_entries.passage',
      'moderation_entries.note',
      'moderation_entries.answers',
    ])
    .select(
      sql<boolean>`exists (select from story_withholdings where story_withholdings.entry_id = moderation_entries.id)`.as(
        'withholds_story',
      ),
    )
    .select(
      sql<boolean>`exists (select from list_withholdings where list_withholdings.entry_id = moderation_entries.id)`.as(
        'withholds_list',
      ),
    )
    .where('moderation_entries.account_id', '=', accountId)
    .where('moderation_entries.action', 'in', NOTIFIED_ACTIONS)
    .orderBy('moderation_entries.id')
    .execute();
}

export async function appealsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('appeals')
    .leftJoin('moderation_entries as answer', 'answer.id', 'appeals.answer_id')
    .select([
      'appeals.entry_id as decision',
      'appeals.words',
      'appeals.created_at as sent_at',
      'appeals.answered_at',
    ])
    .select(['answer.action as answer', 'answer.note as answer_note'])
    .where('appeals.account_id', '=', accountId)
    .orderBy('appeals.id')
    .execute();
}

/** A subscription belongs to an address: an account owns it only after confirming that address. */
export async function newsletterToExport(connection: Connection, accountId: number) {
  const subscription = await connection
    .selectFrom('newsletter_subscribers')
    .innerJoin('credentials', 'credentials.email_key', 'newsletter_subscribers.email_key')
    .select([
      'newsletter_subscribers.id',
      'newsletter_subscribers.email',
      'newsletter_subscribers.confirmed_at',
    ])
    .select(Object.values(newsColumns).map((column) => `newsletter_subscribers.${column}` as const))
    .where('credentials.account_id', '=', accountId)
    .where('credentials.email_verified_at', 'is not', null)
    .executeTakeFirst();
  if (subscription === undefined) return { subscription: null, issues: [] };
  const { id, ...details } = subscription;
  const issues = await connection
    .selectFrom('newsletter_deliveries')
    .innerJoin('newsletter_issues', 'newsletter_issues.id', 'newsletter_deliveries.issue_id')
    .select(['newsletter_issues.week', 'newsletter_deliveries.posted_at'])
    .where('newsletter_deliveries.subscriber_id', '=', id)
    .orderBy('newsletter_issues.week')
    .execute();
  return { subscription: details, issues };
}

/** An account's votes, bookmarks and reports on others' stories. */
export async function votesToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('votes')
    .innerJoin('stories', 'stories.id', 'votes.story_id')
    .select([
      ifOpenTo(accountId, 'stories.slug').as('story'),
      ifOpenTo(accountId, 'stories.title').as('title'),
      'votes.voted_at',
    ])
    .select(sql<string>`case votes.value when 1 then 'upvote' else 'downvote' end`.as('vote'))
    .where('votes.account_id', '=', accountId)
    .orderBy('votes.voted_at')
    .execute();
}

export async function bookmarksToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('bookmarks')
    .innerJoin('stories', 'stories.id', 'bookmarks.story_id')
    .select([
      ifOpenTo(accountId, 'stories.slug').as('story'),
      ifOpenTo(accountId, 'stories.title').as('title'),
      'bookmarks.bookmarked_at',
    ])
    .where('bookmarks.account_id', '=', accountId)
    .orderBy('bookmarks.bookmarked_at')
    .execute();
}

export async function reportsToExport(connection: Connection, accountId: number) {
  return (
    connection
      .selectFrom('reports')
      .leftJoin('stories', 'stories.id', 'reports.story_id')
      .leftJoin('pen_names', 'pen_names.id', 'reports.author_id')
      .leftJoin('shelves', 'shelves.id', 'reports.list_id')
      .select([
        ifOpenTo(accountId, 'stories.slug').as('story'),
        'pen_names.username as author',
        'reports.comment_id as comment',
        'reports.reason',
        'reports.created_at',
        'reports.decided_at',
        'reports.unfounded_at',
      ])
      // The address of a list that its owner has taken back, or shares by link alone, may have changed.
      .select(
        sql<string | null>`case when shelves.visibility = 'public' then shelves.slug
        when reports.list_id is not null then 'a reading list' end`.as('list'),
      )
      .where('reports.reporter_id', '=', accountId)
      .orderBy('reports.id')
      .execute()
  );
}

/** The daily quota counts and the start of their period; empty for an account that has published nothing. */
export async function publicationsToExport(connection: Connection, accountId: number) {
  const row = await connection
    .selectFrom('publication_counts')
    .select(['since', 'story_count', 'chapter_count', 'scheduled_count', 'created_count'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? {};
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
