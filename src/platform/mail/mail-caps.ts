import '../server-only.ts';
import type { MailQuota } from './mail-kinds.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How many mails of most kinds an address gets in an hour. */
const DEFAULT_MAILS_PER_HOUR = 3;

/**
 * The earliest time for the next mail of a kind to one address: one a minute, and limited numbers an hour and a day,
 * each counted over any interval of that length. `turns` are the slots of earlier mails, latest first, at least a day's
 * quota of them. Undefined: beyond the day's quota.
 */
export function nextTurn(
  turns: readonly Date[],
  now: Date,
  { perDay, perHour = DEFAULT_MAILS_PER_HOUR }: MailQuota,
): Date | undefined {
  const after = (turn: Date | undefined, wait: number) => (turn === undefined ? 0 : turn.getTime() + wait);
  const turn = Math.max(now.getTime(), after(turns[0], MINUTE), after(turns[perHour - 1], HOUR));
  return after(turns[perDay - 1], DAY) > turn ? undefined : new Date(turn);
}
