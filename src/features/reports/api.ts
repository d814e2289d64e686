import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { reportAuthor, reportStory } from './contract.ts';
import { sendAuthorReport, sendStoryReport } from './service.ts';

export const reportsApi: ImplementedCall[] = [
  implement(reportStory, sendStoryReport),
  implement(reportAuthor, sendAuthorReport),
];
