import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { reportAuthor, reportStory, sendGuestReport } from './contract.ts';
import { submitGuestReport } from './service/guest-reports.ts';
import { submitAuthorReport, submitStoryReport } from './service/reports.ts';

export const reportsApi: ImplementedCall[] = [
  implement(reportStory, submitStoryReport),
  implement(reportAuthor, submitAuthorReport),
  implement(sendGuestReport, submitGuestReport),
];
