import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

export interface StoredSetting {
  setting: string;
  revision: number;
  value: string | null;
  changed_at: Date;
}

/** The latest revision of each setting that was ever changed. */
export async function latestRevisions(connection: Connection): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`
    select distinct on (setting) setting, revision, value, changed_at
    from setting_changes order by setting, revision desc`.execute(connection);
  return rows;
}

/** Adds a revision after the one that the change is based on; undefined if that is no longer the latest. */
export async function insertChange(
  connection: Connection,
  change: {
    setting: string;
    revision: number;
    value: string | null;
    actor: { id: number; username: string };
  },
): Promise<number | undefined> {
  const { setting, revision, value, actor } = change;
  const { rows } = await sql<{ revision: number }>`
    insert into setting_changes (setting, revision, value, actor_id, actor_name)
    select ${setting}, ${revision}::integer + 1, ${value}, ${actor.id}, ${actor.username}
    where ${revision}::integer = (
      select coalesce(max(revision), 0) from setting_changes where setting = ${setting})
    on conflict do nothing
    returning revision`.execute(connection);
  return rows[0]?.revision;
}

/** The value of one revision; undefined: there is none. Revision 0 is the default. */
export async function valueOfRevision(
  connection: Connection,
  setting: string,
  revision: number,
): Promise<{ value: string | null } | undefined> {
  if (revision === 0) return { value: null };
  return connection
    .selectFrom('setting_changes')
    .select('value')
    .where('setting', '=', setting)
    .where('revision', '=', revision)
    .executeTakeFirst();
}

export interface ChangeRow {
  name: string;
  revision: number;
  from: string | null;
  to: string | null;
  changed_by: string;
  changed_at: Date;
  is_latest: boolean;
}

/** Changes, latest first, with the beginnings of long values. */
export async function findChanges(
  connection: Connection,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ changes: ChangeRow[]; total: number }> {
  const { rows } = await sql<ChangeRow>`
    select change.setting as name, change.revision, left(before.value, 300) as "from", left(change.value, 300) as "to",
      change.actor_name as changed_by, change.changed_at, after.revision is null as is_latest
    from setting_changes as change
    left join setting_changes as before
      on before.setting = change.setting and before.revision = change.revision - 1
    left join setting_changes as after
      on after.setting = change.setting and after.revision = change.revision + 1
    order by change.changed_at desc, change.setting, change.revision desc
    offset ${offset} limit ${limit}`.execute(connection);
  const { total } = await connection
    .selectFrom('setting_changes')
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return { changes: rows, total };
}
