import { useSession } from '#features/accounts/parts/session.ts';
import { draftPlaces, forgetDraftsAt } from '#features/chapters/parts/drafts/drafts.ts';
import { useDeletedToast } from '#features/trash/parts/use-deleted-toast.ts';
import { callApi } from '#ui/api-client.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import { deleteStory } from '../contract/delete-story.ts';
import { STORY_DELETE_DELAY_MILLISECONDS, type Story, storyMessages } from '../contract/stories.ts';
import { TRASH_PROMISE } from '../contract/trash.ts';

export type DeleteStoryProps = { story: Story; open: boolean; onClose: () => void };

/** Deletes a story with its chapters after a confirmation, and returns home. */
export function DeleteStory({ story, open, onClose }: DeleteStoryProps) {
  const redirect = useRedirect();
  const showDeleted = useDeletedToast();
  const { user } = useSession();

  async function remove() {
    const { trash_id } = await callApi(deleteStory, { id: String(story.id) });
    const accountId = user?.account_id ?? story.author_id;
    for (const place of [
      draftPlaces.story(story.id),
      draftPlaces.synopsis(story.id),
      draftPlaces.newChapter(story.id),
    ])
      void forgetDraftsAt({ accountId, place });
    await redirect(urls.home(), {
      afterMilliseconds: STORY_DELETE_DELAY_MILLISECONDS,
      replace: true,
    });
    showDeleted(storyMessages.deleted, trash_id);
  }

  return (
    <DeleteDialog
      title="Delete Story"
      question={storyMessages.deleteConfirm}
      promise={TRASH_PROMISE}
      open={open}
      onClose={onClose}
      onDelete={remove}
      failed={(reason) => [storyMessages.deleteFailed, reason].filter(Boolean).join(': ')}
    />
  );
}
