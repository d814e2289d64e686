import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import {
  editAnnouncement,
  endAnnouncement,
  listAnnouncementChanges,
  listAnnouncements,
  undoAnnouncementChange,
  writeAnnouncement,
} from './contract.ts';
import {
  announce,
  changeAnnouncement,
  endNow,
  readAnnouncements,
  readChanges,
  undoChange,
} from './service/announcements.ts';

export const announcementsApi: ImplementedCall[] = [
  implement(listAnnouncements, readAnnouncements),
  implement(listAnnouncementChanges, readChanges),
  implement(writeAnnouncement, announce),
  implement(editAnnouncement, changeAnnouncement),
  implement(endAnnouncement, endNow),
  implement(undoAnnouncementChange, undoChange),
];
