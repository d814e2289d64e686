import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { reportAuthor, reportComment, reportReadingList, reportStory, sendGuestReport } from './contract.ts';
import { submitGuestReport } from './service/guest-reports.ts';
import {
  submitAuthorReport,
  submitCommentReport,
  submitListReport,
  submitStoryReport,
} from './service/reports.ts';

export const reportsApi: ImplementedCall[] = [
  implement(reportStory, submitStoryReport),
  implement(reportAuthor, submitAuthorReport),
  implement(reportReadingList, submitListReport),
  implement(reportComment, submitCommentReport),
  implement(sendGuestReport, submitGuestReport),
];
