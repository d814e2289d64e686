import { verifiedAddressOf } from '#features/accounts/service/account-status.ts';
import { statementOf } from '#features/statements/rules.ts';
import type { ModeratedStory } from '#features/stories/service/moderation.ts';
import type { TakedownStep } from '#features/takedown/rules.ts';
import type { findRequest } from '#features/takedown/service/requests.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { claimantMail, reinstatementMail, removalMail, staysRemovedMail } from '../mail/takedown-mails.ts';
import { decisionToken } from './decision-tokens.ts';
import { mailSiteOf, postMails } from './outgoing-mails.ts';

export interface StepInput {
  requestId: number;
  step: Exclude<TakedownStep, 'received' | 'counter-notice'>;
  after: TakedownStep;
  note: string;
}

type TakenStep = StepInput & { entryId: number };

type Request = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** Tells the claimant, and the author of a story that is still there. Runs last in the transaction. */
export async function notifyOfStep(
  context: Context,
  transaction: OpenTransaction,
  request: Request,
  story: ModeratedStory | undefined,
  { requestId, step, after, note, entryId }: TakenStep,
): Promise<void> {
  const staysRemoved = step === 'removed' && after === 'counter-notice';
  const isGone = step === 'put-back' && story === undefined;
  const outcome = staysRemoved ? 'kept' : isGone ? 'deleted' : step;
  const site = context.publicUrl;
  const mails = [
    {
      to: request.requester_email,
      mail: claimantMail(mailSiteOf(context), { requestId, what: outcome, note }),
    },
  ];
  const author = story && (await verifiedAddressOf(transaction, story.owner_id));
  if (story !== undefined && author !== undefined && step !== 'rejected') {
    const token = decisionToken(context.signer, entryId);
    const facts = { story: story.title, note, token };
    const statement = statementOf({
      ...{
        action: 'takedown-removed',
        rule: null,
        source: 'notice',
        liftedAt: null,
        withholdsStories: false,
      },
      requestType: request.request_type,
    });
    const removal = removalMail(site, {
      ...facts,
      claimant: request.requester_name,
      description: request.content_description,
      reason: request.reason,
      statement,
    });
    mails.push({
      to: author,
      mail:
        step === 'put-back'
          ? reinstatementMail(site, facts)
          : staysRemoved
            ? staysRemovedMail(site, facts)
            : removal,
    });
  }
  await postMails(context, transaction, mails);
}
