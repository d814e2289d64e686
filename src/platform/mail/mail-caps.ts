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
export function nextSendSlot(
  sendSlots: readonly Date[],
  now: Date,
  { perDay, perHour = DEFAULT_MAILS_PER_HOUR }: MailQuota,
): Date | undefined {
  const timeAfter = (sendSlot: Date | undefined, wait: number) =>
    sendSlot === undefined ? 0 : sendSlot.getTime() + wait;
  const sendSlot = Math.max(
    now.getTime(),
    timeAfter(sendSlots[0], MINUTE),
    timeAfter(sendSlots[perHour - 1], HOUR),
  );
  return timeAfter(sendSlots[perDay - 1], DAY) > sendSlot ? undefined : new Date(sendSlot);
}
