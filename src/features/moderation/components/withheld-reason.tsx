import { isOwnPenName, useSession } from '#features/accounts/parts/session.ts';
import { storedRuleTitle } from '#features/legal/rules.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { listOwnDecisions, type OwnDecision } from '../contract/appeals.ts';

export type WithheldReasonProps = { kind: keyof typeof words; id: number; authorId: number };

const words = {
  story: {
    ofId: (id: number) => ({ story_id: id }),
    others: 'Readers can’t see this story: it was hidden or removed.',
    author: 'Readers can’t see this story.',
    stays: 'Only you and the moderators can see it. You can still read and export it.',
  },
  list: {
    ofId: (id: number) => ({ list_id: id }),
    others: 'Readers can’t see this list: it was hidden.',
    author: 'Readers can’t see this list.',
    stays: 'Only you and the moderators can see it. You can still change it.',
  },
};

/** Tells an author why readers do not find something; moderators learn only that it is withheld. */
export function WithheldReason(props: WithheldReasonProps) {
  const { user } = useSession();
  if (isOwnPenName(user, props.authorId)) return <ForAuthor {...props} />;
  return <Notice kind="info" title={words[props.kind].others} />;
}

/** The decisions that withhold something. */
const descriptions: Partial<Record<OwnDecision['action'], string>> = {
  hide: 'A moderator has hidden this story.',
  remove: 'A moderator has removed this story.',
  'hide-list': 'A moderator has hidden this list.',
  'takedown-removed': 'This story was removed because of a legal request.',
};

function answerTo(decision: OwnDecision | undefined): string {
  if (decision?.takedown?.may_counter) return ', or send a counter-notice';
  return decision?.may_appeal ? ', or appeal' : '';
}

function ForAuthor({ kind, id }: WithheldReasonProps) {
  const loaded = useLoaded(`${kind} ${id}`, () => callApi(listOwnDecisions, words[kind].ofId(id)));
  const decision = loaded.data?.decisions.find((one) => one.is_in_force && one.action !== 'warn');
  const description = decision === undefined ? undefined : descriptions[decision.action];
  return (
    <Notice
      kind="info"
      title={description ?? words[kind].author}
      action={
        <ButtonLink size="small" href={urls.decisions(decision?.id)}>
          {`Read the decision${answerTo(decision)}`}
        </ButtonLink>
      }
    >
      {decision?.rule == null ? '' : `${storedRuleTitle(decision.rule)}. `}
      {words[kind].stays}
    </Notice>
  );
}
