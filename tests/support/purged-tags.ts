import { after } from 'node:test';
import pg from 'pg';

/**
 * Listens to what the database says of changes. The returned function makes a change and gives the tags of the cached
 * responses that it purged.
 */
export async function watchPurges(
  connectionString: string,
): Promise<(change: () => Promise<unknown>) => Promise<Set<string>>> {
  const client = new pg.Client({ connectionString });
  let purged = new Set<string>();
  client.on('notification', ({ payload = '' }) => {
    for (const tag of payload.split('\n')) purged.add(tag);
  });
  await client.connect();
  after(() => client.end());
  await client.query('listen nightstand_changes');
  return async (change) => {
    purged = new Set();
    await change();
    // Its answer comes after the notifications.
    await client.query('select 1');
    return purged;
  };
}
