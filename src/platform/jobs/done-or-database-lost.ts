import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

const LOOK_MILLISECONDS = 500;
const PATIENCE_MILLISECONDS = 2_000;

async function answers(db: Database): Promise<boolean> {
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, sleep(PATIENCE_MILLISECONDS, false)]);
}

/**
 * Waits for work however long it takes, unless the database has not answered for so long: what waits for its return would
 * wait for ever. Whether the work is done.
 */
export async function doneOrDatabaseLost(
  work: Promise<void>,
  db: Database,
  goneMilliseconds: number,
): Promise<boolean> {
  let isOver = false;
  const done = work
    .then(() => true)
    .finally(() => {
      isOver = true;
    });
  // What is given up may fail at its leisure.
  done.catch(() => undefined);
  const gone = async () => {
    let answered = performance.now();
    while (!isOver && performance.now() - answered < goneMilliseconds) {
      await sleep(LOOK_MILLISECONDS);
      if (!isOver && (await answers(db))) answered = performance.now();
    }
    return isOver ? done : false;
  };
  return Promise.race([done, gone()]);
}
