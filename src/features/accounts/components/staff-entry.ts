import { type Work, waitingWorkCount } from '#features/moderation/parts/waiting-work-count.ts';
import { staffUrls } from '#staff-urls.ts';
import type { AccountCount } from '../parts/account-count.ts';

export interface StaffEntry {
  work: AccountCount<Work | undefined>;
  /** The entry leads to where something waits, first of all to the queue. */
  linkFor(work: Work | undefined): { label: string; href: string };
}

/** The staff's entry in the user menu. A module of its own, so that only staff browsers fetch the address. */
export const staffEntry: StaffEntry = {
  work: waitingWorkCount,
  linkFor(work) {
    const { cases = 0, stories = 0 } = work ?? {};
    const waiting = cases + stories;
    return {
      label: waiting === 0 ? 'Moderation' : `Moderation (${waiting})`,
      href: cases === 0 && stories > 0 ? staffUrls.waiting() : staffUrls.queue(),
    };
  },
};
