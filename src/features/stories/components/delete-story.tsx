import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { draftPlaces, forgetDraftsAt } from '#features/chapters/parts/drafts/drafts.ts';
import { callApi } from '#ui/api-client.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import { deleteStory, STORY_DELETE_DELAY_MILLISECONDS, type Story, storyMessages } from '../contract.ts';

export type DeleteStoryProps = { story: Story; open: boolean; onClose: () => void };

/** Asks, deletes a story with its chapters, and leads home. */
export function DeleteStory({ story, open, onClose }: DeleteStoryProps) {
  const redirect = useRedirect();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function confirm() {
    setError(undefined);
    setBusy(true);
    try {
      await callApi(deleteStory, { id: String(story.id) });
    } catch (problem) {
      setBusy(false);
      const reason = isApiError(problem) ? `: ${problem.message}` : '';
      setError(`${storyMessages.deleteFailed}${reason}`);
      return;
    }
    for (const place of [
      draftPlaces.story(story.id),
      draftPlaces.synopsis(story.id),
      draftPlaces.newChapter(story.id),
    ])
      void forgetDraftsAt({ accountId: story.author_id, place });
    await redirect(urls.home(), {
      afterMilliseconds: STORY_DELETE_DELAY_MILLISECONDS,
      replace: true,
      state: { notification: { kind: 'success', message: storyMessages.deleted } },
    });
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        setError(undefined);
        if (!isOpen) onClose();
      }}
      title="Delete Story"
      text={storyMessages.deleteConfirm}
      confirmLabel="Delete Story"
      busyText="Deleting..."
      danger
      busy={isBusy}
      onConfirm={confirm}
    >
      {error === undefined ? undefined : <Notice kind="error" title={error} />}
    </ConfirmDialog>
  );
}
