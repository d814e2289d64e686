import { isOwnPenName, useSession } from '#features/accounts/parts/session.ts';
import { storedRuleTitle } from '#features/legal/rules.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { listOwnDecisions, type OwnDecision } from '../contract/appeals.ts';

/** Tells an author why readers do not find their story; moderators learn only that it is withheld. */
export function WithheldReason({ story }: { story: Story }) {
  const { user } = useSession();
  if (isOwnPenName(user, story.author_id)) return <ForAuthor storyId={story.id} />;
  return <Notice kind="info" title="Readers can’t see this story: it was hidden or removed." />;
}

const descriptions: Partial<Record<OwnDecision['action'], string>> = {
  hide: 'A moderator has hidden this story.',
  remove: 'A moderator has removed this story.',
  'takedown-removed': 'This story was removed because of a legal request.',
};

function ForAuthor({ storyId }: { storyId: number }) {
  const loaded = useLoaded(String(storyId), () => callApi(listOwnDecisions, { story_id: storyId }));
  const decision = loaded.data?.decisions.find((one) => one.is_in_force);
  const description = decision === undefined ? undefined : descriptions[decision.action];
  const mayRespond = decision?.may_appeal || decision?.takedown?.may_counter;
  return (
    <Notice
      kind="info"
      title={description ?? 'Readers can’t see this story.'}
      action={
        <ButtonLink size="small" href={urls.decisions(decision?.id)}>
          {mayRespond ? 'Read the decision, or appeal' : 'Read the decision'}
        </ButtonLink>
      }
    >
      {decision?.rule == null ? '' : `${storedRuleTitle(decision.rule)}. `}
      Only you and the moderators can see it. You can still read and export it.
    </Notice>
  );
}
