import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { reportAuthor, reportReadingList, reportStory, sendGuestReport } from './contract.ts';
import { submitGuestReport } from './service/guest-reports.ts';
import { submitAuthorReport, submitListReport, submitStoryReport } from './service/reports.ts';

export const reportsApi: ImplementedCall[] = [
  implement(reportStory, submitStoryReport),
  implement(reportAuthor, submitAuthorReport),
  implement(reportReadingList, submitListReport),
  implement(sendGuestReport, submitGuestReport),
];
