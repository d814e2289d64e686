import type { DataOf } from '#base/contract.ts';
import { countWaitingWork } from '#features/moderation/contract/waiting-work.ts';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { type AccountCount, accountCount } from '../parts/account-count.ts';

export type Work = DataOf<typeof countWaitingWork>;

export interface StaffEntry {
  work: AccountCount<Work | undefined>;
  /** The entry leads to where something waits, first of all to the queue. */
  linkFor(work: Work | undefined): { label: string; href: string };
}

/** The staff's entry in the user menu. A module of its own, so that only staff browsers fetch the address. */
export const staffEntry: StaffEntry = {
  work: accountCount(() => callApi(countWaitingWork, {}), undefined),
  linkFor(work) {
    const { cases = 0, stories = 0 } = work ?? {};
    const waiting = cases + stories;
    return {
      label: waiting === 0 ? 'Moderation' : `Moderation (${waiting})`,
      href: cases === 0 && stories > 0 ? staffUrls.waiting() : staffUrls.queue(),
    };
  },
};
