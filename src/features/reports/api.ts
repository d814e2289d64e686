import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import {
  reportAuthor,
  reportComment,
  reportNote,
  reportReadingList,
  reportStory,
  sendGuestReport,
} from './contract.ts';
import { submitGuestReport } from './service/guest-reports.ts';
import {
  submitAuthorReport,
  submitCommentReport,
  submitListReport,
  submitNoteReport,
  submitStoryReport,
} from './service/reports.ts';

export const reportsApi: ImplementedCall[] = [
  implement(reportStory, submitStoryReport),
  implement(reportAuthor, submitAuthorReport),
  implement(reportReadingList, submitListReport),
  implement(reportComment, submitCommentReport),
  implement(reportNote, submitNoteReport),
  implement(sendGuestReport, submitGuestReport),
];
