import { useNavigate } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { StaffNotesButton } from '#features/staff-notes/parts/staff-notes-button.tsx';
import { getStory } from '#features/stories/contract/stories.ts';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { openCase } from '../contract/cases.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { WarnButton } from './warn-button.tsx';

export type ModerateButtonProps = {
  about: { story: string } | { list: string } | { comment: string } | { username: string };
};

/**
 * Takes a moderator to the case about a story, a list, a comment or an author; opens one if none exists. Only moderators'
 * browsers fetch it.
 */
export function ModerateButton({ about }: ModerateButtonProps) {
  const navigate = useNavigate();
  const { user } = useSession();
  const { isBusy, run } = useToastedAction(moderationMessages.failed);

  const openCasePage = () =>
    run(async () => {
      const { id } = await callApi(openCase, about);
      await navigate(staffUrls.queue({ case: id }));
      return undefined;
    });

  return (
    <>
      <Button size="small" busy={isBusy} busyText="Opening..." onClick={openCasePage}>
        Moderate
        {'comment' in about ? <span className="visually-hidden"> this comment</span> : null}
      </Button>{' '}
      {'story' in about ? (
        <>
          <WarnButton slug={about.story} />{' '}
          <StaffNotesButton
            about={async () => ({ about_story: (await callApi(getStory, { id: about.story })).id })}
            name="this story"
            isAdmin={user?.role === 'admin'}
          />
        </>
      ) : null}
    </>
  );
}
