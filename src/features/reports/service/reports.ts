import type { ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { authorMessages } from '#features/authors/contract.ts';
import { findProfile } from '#features/authors/service.ts';
import { storyMessages } from '#features/stories/contract.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { authorsOfStories } from '#features/stories/service/stories.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { ThrottleRule } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { MAX_REPORTS_PER_DAY, type reportAuthor, reportMessages, type reportStory } from '../contract.ts';
import { reportReason } from '../rules.ts';
import {
  type HeldReport,
  holdOpenReports,
  holdOpenReportsOfAuthor,
  openReports,
  type Report,
  reopenReports,
  setDecision,
  storeReport,
} from '../store.ts';

type Sent = Outcome<Record<string, never>>;

const DAY_SECONDS = 86_400;

/** The report after the free ones still passes, and blocks further ones for a day. */
const reportsOfAccount: ThrottleRule = {
  name: 'reports',
  free: MAX_REPORTS_PER_DAY - 1,
  rememberedSeconds: DAY_SECONDS,
  firstWaitSeconds: DAY_SECONDS,
  maxWaitSeconds: DAY_SECONDS,
};

export async function sendStoryReport(
  context: Context,
  input: ParsedInputOf<typeof reportStory>,
  { account }: CallerOf<typeof reportStory>,
): Promise<Sent> {
  const found = await findReadableStory(context.db, input.id, account);
  if (!found.ok) return found;
  const [author] = await authorsOfStories(context.db, [found.data]);
  if (author === account.id) return failure('not-yours', reportMessages.ownStory);
  const target = { story_id: found.data };
  return send(context, { reporterId: account.id, reason: input.reason, target }, storyMessages.notFound);
}

export async function sendAuthorReport(
  context: Context,
  input: ParsedInputOf<typeof reportAuthor>,
  { account }: CallerOf<typeof reportAuthor>,
): Promise<Sent> {
  const author_id = Number(input.accountId);
  const found = await findProfile(context.db, { id: author_id }, account);
  if (!found.ok) return found;
  if (author_id === account.id) return failure('not-yours', reportMessages.oneself);
  const target = { author_id };
  return send(context, { reporterId: account.id, reason: input.reason, target }, authorMessages.notFound);
}

async function send({ db, throttle }: Context, report: Report, whenGone: string): Promise<Sent> {
  const checked = reportReason(report.reason);
  if (!checked.ok) return invalidField('reason', checked.message);
  const refused = await throttle.attempt(reportsOfAccount, String(report.reporterId));
  if (refused !== undefined) return { ...refused, message: reportMessages.tooMany };
  const isStored = await storeReport(db, { ...report, reason: checked.reason });
  return isStored ? success({}, reportMessages.sent) : failure('not-found', whenGone);
}

/** For moderators. A decision locks the reports first, so that none of them is rewritten meanwhile. */
export { type HeldReport, holdOpenReports, holdOpenReportsOfAuthor, openReports, reopenReports, setDecision };
