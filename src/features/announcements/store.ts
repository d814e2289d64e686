import { sql } from 'kysely';
import type { AnnouncementKind } from '#base/announcement-kinds.ts';
import type { Connection } from '#platform/database/database.ts';

export interface AnnouncementDetails {
  kind: AnnouncementKind;
  text: string;
  starts_at: Date;
  ends_at: Date;
}

export interface AnnouncementRow extends AnnouncementDetails {
  id: number;
  revision: number;
}

/** The latest revision of each announcement that has not ended. */
export async function announcementsToShow(connection: Connection): Promise<AnnouncementRow[]> {
  const { rows } = await sql<AnnouncementRow>`
    select * from (
      select distinct on (announcement_id) announcement_id as id, revision, kind, text, starts_at, ends_at
      from announcement_revisions order by announcement_id, revision desc) as latest
    where ends_at > now() and ends_at > starts_at`.execute(connection);
  return rows;
}

export async function findAnnouncements(
  connection: Connection,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: AnnouncementRow[]; total: number }> {
  const { rows } = await sql<AnnouncementRow>`
    select * from (
      select distinct on (announcement_id) announcement_id as id, revision, kind, text, starts_at, ends_at
      from announcement_revisions order by announcement_id, revision desc) as latest
    order by starts_at desc, id desc offset ${offset} limit ${limit}`.execute(connection);
  const { total } = await connection
    .selectFrom('announcement_revisions')
    .where('revision', '=', 1)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** A revision of an announcement, or the latest one. */
export async function findRevision(
  connection: Connection,
  id: number,
  revision?: number,
): Promise<AnnouncementRow | undefined> {
  const { rows } = await sql<AnnouncementRow>`
    select announcement_id as id, revision, kind, text, starts_at, ends_at from announcement_revisions
    where announcement_id::bigint = ${id} and (${revision ?? null}::integer is null or revision = ${revision ?? null})
    order by revision desc limit 1`.execute(connection);
  return rows[0];
}

type RevisionAction = 'write' | 'edit' | 'end' | 'undo';

export interface NewRevision extends AnnouncementDetails {
  action: RevisionAction;
  actor: { id: number; username: string };
}

/** Adds an announcement; undefined if another one has taken its number at this moment. */
export async function insertAnnouncement(
  connection: Connection,
  { kind, text, starts_at, ends_at, action, actor }: NewRevision,
): Promise<AnnouncementRow | undefined> {
  const { rows } = await sql<AnnouncementRow>`
    insert into announcement_revisions
      (announcement_id, revision, kind, text, starts_at, ends_at, action, actor_id, actor_name)
    select coalesce(max(announcement_id), 0) + 1, 1, ${kind}, ${text}, ${starts_at}::timestamptz,
      ${ends_at}::timestamptz, ${action}, ${actor.id}::bigint, ${actor.username}
    from announcement_revisions
    on conflict do nothing
    returning announcement_id as id, revision, kind, text, starts_at, ends_at`.execute(connection);
  return rows[0];
}

/** Adds a revision after the one that the change is based on; undefined if that is no longer the latest. */
export async function insertRevision(
  connection: Connection,
  { id, revision }: { id: number; revision: number },
  { kind, text, starts_at, ends_at, action, actor }: NewRevision,
): Promise<AnnouncementRow | undefined> {
  const { rows } = await sql<AnnouncementRow>`
    insert into announcement_revisions
      (announcement_id, revision, kind, text, starts_at, ends_at, action, actor_id, actor_name)
    select ${id}::integer, ${revision}::integer + 1, ${kind}, ${text}, ${starts_at}::timestamptz,
      ${ends_at}::timestamptz, ${action}, ${actor.id}::bigint, ${actor.username}
    where ${revision}::integer = (
      select max(revision) from announcement_revisions where announcement_id = ${id}::integer)
    on conflict do nothing
    returning announcement_id as id, revision, kind, text, starts_at, ends_at`.execute(connection);
  return rows[0];
}

export interface ChangeRow extends AnnouncementRow {
  action: RevisionAction;
  changed_by: string;
  changed_at: Date;
  is_latest: boolean;
}

/** All revisions, latest first. */
export async function findChanges(
  connection: Connection,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ changes: ChangeRow[]; total: number }> {
  const { rows } = await sql<ChangeRow>`
    select change.announcement_id as id, change.revision, change.action, change.kind, change.text, change.starts_at,
      change.ends_at, change.actor_name as changed_by, change.changed_at, after.revision is null as is_latest
    from announcement_revisions as change
    left join announcement_revisions as after
      on after.announcement_id = change.announcement_id and after.revision = change.revision + 1
    order by change.changed_at desc, change.announcement_id, change.revision desc
    offset ${offset} limit ${limit}`.execute(connection);
  const { total } = await connection
    .selectFrom('announcement_revisions')
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return { changes: rows, total };
}
