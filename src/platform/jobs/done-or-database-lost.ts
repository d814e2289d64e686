import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

const PAUSE_MILLISECONDS = 500;
const MAX_ANSWER_MILLISECONDS = 2_000;

/**
 * Waits for work on the database however long it takes, but gives up when the database has not answered for
 * `lostMilliseconds`, because graphile-worker keeps telling the database for hours that it stops. Returns whether the
 * work is done.
 */
export async function doneOrDatabaseLost(
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

  async function untilLost(): Promise<boolean> {
    let answeredAt = performance.now();
    while (!isOver && performance.now() - answeredAt < lostMilliseconds) {
      await sleep(PAUSE_MILLISECONDS);
      if (await answers(db)) answeredAt = performance.now();
    }
    return isOver ? done : false;
  }

  return Promise.race([done, untilLost()]);
}

function answers(db: Database): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, sleep(MAX_ANSWER_MILLISECONDS, false)]);
}
