/**
 * The kinds of announcements. A page shows one of each; its `<html>` and the browser's storage have their ids under
 * these names.
 */
export const ANNOUNCEMENT_KINDS = ['maintenance', 'notice'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

export const ANNOUNCEMENT_LABELS: Record<AnnouncementKind, string> = {
  maintenance: 'Maintenance',
  notice: 'Notice',
};
