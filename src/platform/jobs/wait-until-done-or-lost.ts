import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

const PAUSE_MILLISECONDS = 500;
const MAX_REPLY_MILLISECONDS = 2_000;

/**
 * Waits for work on the database however long it takes, but gives up when the database has not answered for
 * `lostMilliseconds`, because graphile-worker keeps telling the database for hours that it stops. Returns whether the
 * work is done.
 */
export async function waitUntilDoneOrLost(
  work: Promise<void>,
  db: Database,
  lostMilliseconds: number,
): Promise<boolean> {
  let isOver = false;
  const done = work
    .then(() => true)
    .finally(() => {
      isOver = true;
    });
  // Abandoned work may still fail.
  done.catch(() => undefined);

  async function waitUntilLost(): Promise<boolean> {
    let reachedAt = performance.now();
    while (!isOver && performance.now() - reachedAt < lostMilliseconds) {
      await sleep(PAUSE_MILLISECONDS);
      if (await isReachable(db)) reachedAt = performance.now();
    }
    return isOver ? done : false;
  }

  return Promise.race([done, waitUntilLost()]);
}

function isReachable(db: Database): Promise<boolean> {
  const reply = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([reply, sleep(MAX_REPLY_MILLISECONDS, false)]);
}
