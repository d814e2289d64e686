import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { reportAuthor, reportStory, sendGuestReport } from './contract.ts';
import { takeGuestReport } from './service/guest-reports.ts';
import { sendAuthorReport, sendStoryReport } from './service/reports.ts';

export const reportsApi: ImplementedCall[] = [
  implement(reportStory, sendStoryReport),
  implement(reportAuthor, sendAuthorReport),
  implement(sendGuestReport, takeGuestReport),
];
