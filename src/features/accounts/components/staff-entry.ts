import { staffUrls } from '#staff-urls.ts';

export interface StaffEntry {
  label: string;
  href: string;
}

/** The staff's entry in the user menu. A module of its own, so that only staff browsers fetch the address. */
export const staffEntry: StaffEntry = { label: 'Moderation', href: staffUrls.queue() };
