import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';

type Section = Tables['newsletter_issue_stories']['section'];
export type StoryIds = Record<Section, number[]>;

export interface Issue {
  id: number;
  since: Date;
  until: Date;
  isBestNew: boolean;
}

const ISSUE_COLUMNS = ['id', 'since', 'until', 'is_best_new as isBestNew'] as const;

export async function latestIssue(connection: Connection): Promise<Issue | undefined> {
  return connection
    .selectFrom('newsletter_issues')
    .select(ISSUE_COLUMNS)
    .orderBy('week', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the new issue's id; undefined when its week has an issue already. */
export async function insertIssue(
  connection: Connection,
  issue: Omit<Issue, 'id'> & { newStoryCount: number; stories: StoryIds },
): Promise<number | undefined> {
  const inserted = await connection
    .insertInto('newsletter_issues')
    .values({
      week: sql<string>`date_trunc('week', ${issue.until}::timestamptz at time zone 'UTC')::date`,
      since: issue.since,
      until: issue.until,
      // A release before this one that runs beside it reads the number.
      new_story_count: issue.newStoryCount,
      is_best_new: issue.isBestNew,
    })
    .onConflict((on) => on.column('week').doNothing())
    .returning('id')
    .executeTakeFirst();
  const rows = Object.entries(issue.stories).flatMap(([section, ids]) =>
    ids.map((story_id, index) => ({ section: section as Section, position: index + 1, story_id })),
  );
  if (inserted !== undefined && rows.length > 0) {
    await connection
      .insertInto('newsletter_issue_stories')
      .values(rows.map((row) => ({ ...row, issue_id: inserted.id })))
      .execute();
  }
  return inserted?.id;
}

export async function storyIdsOf(connection: Connection, issueId: number): Promise<StoryIds> {
  const rows = await connection
    .selectFrom('newsletter_issue_stories')
    .select(['section', 'story_id'])
    .where('issue_id', '=', issueId)
    .orderBy('position')
    .execute();
  const idsOf = (section: Section) =>
    rows.filter((row) => row.section === section).map((row) => row.story_id);
  return { new: idsOf('new'), featured: idsOf('featured'), best: idsOf('best') };
}

export async function issueById(connection: Connection, id: number): Promise<Issue | undefined> {
  return connection
    .selectFrom('newsletter_issues')
    .select(ISSUE_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** An unfinished issue that is still recent enough to be sent. */
export async function unfinishedIssue(
  connection: Connection,
  id: number,
  maxAgeDays: number,
): Promise<Issue | undefined> {
  return connection
    .selectFrom('newsletter_issues')
    .select(ISSUE_COLUMNS)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('until', '>', sql<Date>`now() - make_interval(days => ${maxAgeDays}::integer)`)
    .executeTakeFirst();
}

/** Unfinished issues without recent progress; each is returned at most once per idle period. */
export async function claimStalledIssues(connection: Connection, idleMinutes: number): Promise<number[]> {
  const rows = await connection
    .updateTable('newsletter_issues')
    .set({ worked_at: sql<Date>`now()` })
    .where('finished_at', 'is', null)
    .where('worked_at', '<=', sql<Date>`now() - make_interval(mins => ${idleMinutes}::integer)`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function recordProgress(connection: Connection, issueId: number): Promise<void> {
  await connection
    .updateTable('newsletter_issues')
    .set({ worked_at: sql<Date>`now()` })
    .where('id', '=', issueId)
    .execute();
}

export async function finishIssue(connection: Connection, issueId: number): Promise<void> {
  await connection
    .updateTable('newsletter_issues')
    .set({ finished_at: sql<Date>`coalesce(finished_at, now())` })
    .where('id', '=', issueId)
    .execute();
}

/**
 * The next subscribers, by id, who have not received this issue. People who subscribed after its creation get the next
 * one.
 */
export async function subscribersWithoutDelivery(
  connection: Connection,
  issue: Pick<Issue, 'id' | 'until'>,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('newsletter_subscribers as subscriber')
    .select('subscriber.id')
    .where('subscriber.id', '>', afterId)
    .where('subscriber.confirmed_at', '<=', issue.until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_deliveries as delivery')
            .select('delivery.issue_id')
            .whereRef('delivery.subscriber_id', '=', 'subscriber.id')
            .where('delivery.issue_id', '=', issue.id),
        ),
      ),
    )
    .orderBy('subscriber.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Records a delivery; false when it was recorded before, and the issue must not be sent to the subscriber again. */
export async function insertDelivery(
  connection: Connection,
  issueId: number,
  subscriberId: number,
): Promise<boolean> {
  const inserted = await connection
    .insertInto('newsletter_deliveries')
    .values({ issue_id: issueId, subscriber_id: subscriberId })
    .onConflict((on) => on.doNothing())
    .returning('issue_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes the deliveries of issues that can't be sent any more. */
export async function deleteOldDeliveries(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('newsletter_deliveries')
    .where('posted_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
