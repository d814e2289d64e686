/** Appeals and counter-notices from the people whom a decision concerns. */
import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { lockAccountStatus } from '#features/accounts/service/account-status.ts';
import { reinstatementDays } from '#features/takedown/rules.ts';
import { findRequest, recordTakedownStep } from '#features/takedown/service/requests.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type appealByLink,
  appealMessages,
  COUNTER_NOTICE_SIGNATURE,
  COUNTER_NOTICE_STATEMENTS,
  type counterNoticeByLink,
  type OwnDecision,
  type sendAppeal,
  type sendCounterNotice,
} from '../contract/appeals.ts';
import { counterNoticeMail } from '../mail/takedown-mails.ts';
import type { AppealSubject } from '../rules.ts';
import { type DecisionRow, findDecision, insertAppeal } from '../store/appeals.ts';
import { mailSiteOf, postMails } from './outgoing-mails.ts';
import { canBeAppealed, findDecisionByToken, findOwnDecision, presentDecision } from './own-decisions.ts';

export async function submitAppeal(
  context: Context,
  { id, words }: ParsedInputOf<typeof sendAppeal>,
  { account }: CallerOf<typeof sendAppeal>,
): Promise<Outcome<OwnDecision>> {
  const decision = await findOwnDecision(context.db, id, account);
  return decision.ok ? storeAppeal(context, decision.data, words) : decision;
}

export async function submitAppealByLink(
  context: Context,
  { token, words }: ParsedInputOf<typeof appealByLink>,
): Promise<Outcome<OwnDecision>> {
  const decision = await findDecisionByToken(context, token);
  return decision.ok ? storeAppeal(context, decision.data, words) : decision;
}

async function storeAppeal(
  { db }: Context,
  { id, account_id }: DecisionRow,
  words: string,
): Promise<Outcome<OwnDecision>> {
  return db.transaction().execute(async (transaction) => {
    const account = account_id === null ? undefined : await lockAccountStatus(transaction, account_id);
    // Read again under lock, because the decision may have been lifted meanwhile.
    const decision = await findDecision(transaction, id);
    if (decision === undefined || account === undefined) return failure('not-found', appealMessages.notFound);
    if (decision.appealWords !== null) return failure('taken', appealMessages.alreadyAppealed);
    if (!canBeAppealed(decision)) return failure('invalid', appealMessages.noAppeal);
    if (decision.isTooOld) return failure('invalid', appealMessages.tooLate);
    const appealId = await insertAppeal(transaction, {
      entry_id: id,
      account_id: account.id,
      ...subjectOf(decision, account.id),
      words,
    });
    if (appealId === undefined) return failure('taken', appealMessages.alreadyAppealed);
    return presentDecisionById(transaction, id, appealMessages.sent);
  });
}

/** The case in which an appeal is answered. */
function subjectOf(
  { action, story_id, list_id, comment_id }: DecisionRow,
  accountId: number,
): { subject: AppealSubject; subject_id: number } {
  if (action !== 'suspend' && story_id !== null) return { subject: 'story', subject_id: story_id };
  if (action !== 'suspend' && list_id !== null) return { subject: 'list', subject_id: list_id };
  if (action !== 'suspend' && comment_id !== null) return { subject: 'comment', subject_id: comment_id };
  return { subject: 'author', subject_id: accountId };
}

async function presentDecisionById(
  transaction: OpenTransaction,
  id: number,
  message: string,
): Promise<Outcome<OwnDecision>> {
  const row = await findDecision(transaction, id);
  if (row === undefined) return failure('not-found', appealMessages.notFound);
  return success(await presentDecision(transaction, row), message);
}

type CounterNotice = Omit<ParsedInputOf<typeof sendCounterNotice>, 'id'>;

export async function submitCounterNotice(
  context: Context,
  { id, ...notice }: ParsedInputOf<typeof sendCounterNotice>,
  { account }: CallerOf<typeof sendCounterNotice>,
): Promise<Outcome<OwnDecision>> {
  const decision = await findOwnDecision(context.db, id, account);
  return decision.ok ? storeCounterNotice(context, decision.data, notice) : decision;
}

export async function submitCounterNoticeByLink(
  context: Context,
  { token, ...notice }: ParsedInputOf<typeof counterNoticeByLink>,
): Promise<Outcome<OwnDecision>> {
  const decision = await findDecisionByToken(context, token);
  return decision.ok ? storeCounterNotice(context, decision.data, notice) : decision;
}

/** Records the counter-notice with its put-back dates, and forwards it to the claimant. */
async function storeCounterNotice(
  context: Context,
  { id, account_id, takedown_id }: DecisionRow,
  notice: CounterNotice,
): Promise<Outcome<OwnDecision>> {
  return context.db.transaction().execute(async (transaction) => {
    const account = account_id === null ? undefined : await lockAccountStatus(transaction, account_id);
    const row = await findDecision(transaction, id);
    const request = takedown_id === null ? undefined : await findRequest(transaction, takedown_id);
    if (row === undefined || account === undefined || request === undefined)
      return failure('invalid', appealMessages.noCounterNotice);
    const before = await presentDecision(transaction, row);
    if (!before.takedown?.may_counter) return failure('invalid', appealMessages.noCounterNotice);
    const words = counterNoticeText(notice, row.story_title ?? '');
    const recorded = await recordTakedownStep(
      transaction,
      { requestId: request.id, step: 'counter-notice', note: words },
      account,
    );
    if (!recorded.ok) return failure('invalid', appealMessages.noCounterNotice);
    const after = await presentDecisionById(transaction, id, appealMessages.counterNoticeSent);
    if (!after.ok) return after;
    const { put_back_from, put_back_until } = after.data.takedown ?? {};
    const { from, until } = reinstatementDays(new Date().toISOString().slice(0, 10));
    const mail = counterNoticeMail(mailSiteOf(context), {
      requestId: request.id,
      words,
      from: put_back_from ?? from,
      until: put_back_until ?? until,
    });
    await postMails(context, transaction, [{ to: request.requester_email, mail }]);
    return after;
  });
}

/** The text that is stored and forwarded, with everything that 17 USC 512(g)(3) requires. */
function counterNoticeText({ name, address, phone, words }: CounterNotice, storyTitle: string): string {
  return [
    `About: the story “${storyTitle}”`,
    words,
    ...COUNTER_NOTICE_STATEMENTS,
    COUNTER_NOTICE_SIGNATURE,
    [name, address, phone].join('\n'),
  ].join('\n\n');
}
