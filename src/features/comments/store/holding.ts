import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

export interface WriterAge {
  /** Whether the account is some days old. */
  is_old: boolean;
  /** Whether moderators have removed a comment of theirs within a month. */
  is_censured: boolean;
}

/** The age and the standing of an account that comments. */
export async function writerAge(connection: Connection, accountId: number, days: number): Promise<WriterAge> {
  const { rows } = await sql<WriterAge>`
    select created_at <= now() - make_interval(days => ${days}) as is_old,
      exists (select from comments where comments.account_id = accounts.id and removed_as = 'staff'
        and comments.created_at > now() - interval '30 days') as is_censured
    from accounts where id = ${accountId}`.execute(connection);
  return rows[0] ?? { is_old: false, is_censured: false };
}

export interface WriterFacts {
  /** Whether an author has approved a comment of theirs on this story. */
  is_approved: boolean;
  /** Whether a comment of theirs has been shown for a week. */
  is_known: boolean;
  /** Whether they have sent the same words here within a day. */
  is_repeated: boolean;
  /** Whether somebody else has sent these words within a day. */
  is_copied: boolean;
  /** Whether they have sent many comments within minutes. */
  is_flooding: boolean;
  /** Whether the story has got many comments within minutes. */
  is_flooded: boolean;
}

/** The facts about a new comment and its writer that decide whether it waits. Its own row, while edited, is left out. */
export async function writerFacts(
  connection: Connection,
  comment: {
    id: number | undefined;
    accountId: number;
    storyId: number;
    content: string;
    fingerprint: number | null;
    isUnique: boolean;
  },
  flood: { minutes: number; ofAccount: number; ofStory: number },
): Promise<WriterFacts> {
  const { accountId, storyId, content, fingerprint, isUnique } = comment;
  const id = comment.id ?? 0;
  const { rows } = await sql<WriterFacts>`
    select
      exists (select from comments where account_id = ${accountId} and story_id = ${storyId} and id <> ${id}
        and approved_at is not null and state = 'shown') as is_approved,
      coalesce((select created_at < now() - interval '7 days' from comments where account_id = ${accountId}
        and is_shown and id <> ${id} order by id limit 1), false) as is_known,
      exists (select from comments where account_id = ${accountId} and story_id = ${storyId} and id <> ${id}
        and (comments.content = ${content} or fingerprint = ${fingerprint}::bigint)
        and created_at > now() - interval '1 day') as is_repeated,
      ${isUnique} and exists (select from comments where fingerprint = ${fingerprint}::bigint and id <> ${id}
        and (account_id is distinct from ${accountId} or story_id <> ${storyId})
        and created_at > now() - interval '1 day') as is_copied,
      coalesce((select created_at > now() - make_interval(mins => ${flood.minutes}) from comments
        where account_id = ${accountId} and id <> ${id} order by id desc offset ${flood.ofAccount - 1} limit 1),
        false) as is_flooding,
      coalesce((select created_at > now() - make_interval(mins => ${flood.minutes}) from comments
        where story_id = ${storyId} and id <> ${id} order by id desc offset ${flood.ofStory - 1} limit 1),
        false) as is_flooded`.execute(connection);
  const [facts] = rows;
  if (facts === undefined) throw new Error('A query without a table has one row');
  return facts;
}
