import '../server-only.ts';
import pg from 'pg';
import type { Connection } from '../database/database.ts';

export interface LastBackup {
  /** The moment whose state it holds. */
  madeAt: Date;
  bytes: number;
}

/** Notes a completed backup in the database that it was made of. */
export async function noteBackup(connectionString: string, { madeAt, bytes }: LastBackup): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'nightstand-backup' });
  await client.connect();
  try {
    await client.query(
      `insert into last_backup (made_at, bytes) values ($1, $2)
        on conflict (one_row) do update set made_at = excluded.made_at, bytes = excluded.bytes`,
      [madeAt, bytes],
    );
  } finally {
    await client.end();
  }
}

export async function readLastBackup(connection: Connection): Promise<LastBackup | undefined> {
  const row = await connection.selectFrom('last_backup').select(['made_at', 'bytes']).executeTakeFirst();
  return row && { madeAt: row.made_at, bytes: row.bytes };
}
