import '../server-only.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * When the next mail of a kind to one address may go out: one a minute, three an hour, so many a day, each counted
 * over any stretch of that length. `turns` are those of the mails before it, latest first, at least a day's quota of
 * them. Undefined: beyond the quota.
 */
export function nextTurn(turns: readonly Date[], now: Date, perDay: number): Date | undefined {
  const after = (turn: Date | undefined, wait: number) => (turn === undefined ? 0 : turn.getTime() + wait);
  const turn = Math.max(now.getTime(), after(turns[0], MINUTE), after(turns[2], HOUR));
  return after(turns[perDay - 1], DAY) > turn ? undefined : new Date(turn);
}
