import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { InboxMail } from '../contract.ts';
import type { MutableKind } from '../rules.ts';

export interface SettingsRow {
  muted_kinds: MutableKind[];
  mail: InboxMail;
  titles_chosen_at: Date | null;
  mail_key: string;
}

export async function settingsOf(
  connection: Connection,
  accountId: number,
): Promise<SettingsRow | undefined> {
  const row = await connection
    .selectFrom('inbox_settings')
    .select(['muted_kinds', 'mail', 'titles_chosen_at', 'mail_key'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : { ...row, muted_kinds: row.muted_kinds as MutableKind[], mail: row.mail as InboxMail };
}

/** Changes the settings of an account, making them if it has none yet. */
export async function storeSettings(
  connection: Connection,
  accountId: number,
  { muted, mail, hasTitles }: { muted: readonly string[]; mail: InboxMail; hasTitles: boolean },
): Promise<void> {
  await sql`
    insert into inbox_settings as settings (account_id, muted_kinds, mail, titles_chosen_at, mailed_until)
    values (${accountId}, ${muted}::text[], ${mail}, case when ${hasTitles}::boolean then now() end, now())
    on conflict (account_id) do update set muted_kinds = excluded.muted_kinds, mail = excluded.mail,
      titles_chosen_at = case when ${hasTitles}::boolean then coalesce(settings.titles_chosen_at, now()) end,
      mailed_until = case when settings.mail = 'none' then now() else settings.mailed_until end`.execute(
    connection,
  );
}

/**
 * Marks the items that are there as mailed: emails that are turned on tell of what comes. What waits for an approval is
 * not there yet, except for the story's author.
 */
export async function setAllMailed(connection: Connection, accountId: number): Promise<void> {
  await sql`
    update inbox_items set mailed_at = now() where account_id = ${accountId} and mailed_at is null
      and not exists (select from comments join stories on stories.id = comments.story_id
        join pen_names on pen_names.id = stories.author_id
        where comments.id = inbox_items.comment_id and comments.state = 'waiting'
          and pen_names.account_id <> inbox_items.account_id)`.execute(connection);
}

/** Stops the emails of the account with this key. */
export async function stopMailsOf(connection: Connection, mailKey: string): Promise<void> {
  await sql`update inbox_settings set mail = 'none' where mail_key = ${mailKey}::uuid and mail <> 'none'`.execute(
    connection,
  );
}
