import '../server-only.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How many mails the day's cap lets through, and so how far back the turns must be known. */
export const MAILS_A_DAY = 5;

/**
 * When the next mail to one address may go out: one a minute, three an hour, five a day, each counted over any
 * stretch of that length. `turns` are those of the mails before it, latest first. Undefined: beyond the day's cap.
 */
export function nextTurn(turns: readonly Date[], now: Date): Date | undefined {
  const after = (turn: Date | undefined, wait: number) => (turn === undefined ? 0 : turn.getTime() + wait);
  const turn = Math.max(now.getTime(), after(turns[0], MINUTE), after(turns[2], HOUR));
  return after(turns[MAILS_A_DAY - 1], DAY) > turn ? undefined : new Date(turn);
}
