import { callApi } from '#ui/api-client.ts';
import { getUpdates } from '../contract/updates.ts';

/** The age at which a count is asked for again. */
const MAX_AGE_MILLISECONDS = 60_000;

let known: { count: Promise<number>; at: number } | undefined;

/** How many chapters are new to the signed-in reader; asked for once a minute at most. */
export function unreadCount(): Promise<number> {
  if (known === undefined || Date.now() - known.at > MAX_AGE_MILLISECONDS) {
    const count = callApi(getUpdates, { limit: 1 }).then(
      ({ unread }) => unread,
      () => 0,
    );
    known = { count, at: Date.now() };
  }
  return known.count;
}

/** After a change to what is read. */
export function forgetUnreadCount(): void {
  known = undefined;
}
