import { isApiError } from '#base/failure.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { TRASH_PROMISE } from '#features/stories/contract/trash.ts';
import { useDeletedToast } from '#features/trash/parts/use-deleted-toast.ts';
import { callApi } from '#ui/api-client.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import { chapterMessages, deleteChapter } from '../../contract/chapters.ts';

export type DeleteChapterProps = {
  story: Pick<Story, 'id' | 'slug'>;
  chapterId: number;
  open: boolean;
  onClose: () => void;
  /** Called before the page goes to the story. */
  onDeleted?: () => void;
};

/** Confirms, deletes a chapter, and goes to its story. */
export function DeleteChapter({ story, chapterId, open, onClose, onDeleted }: DeleteChapterProps) {
  const redirect = useRedirect();
  const showDeleted = useDeletedToast();

  async function remove() {
    if (!story.id || !chapterId) return chapterMessages.deleteWithoutIds;
    let trashId: number;
    try {
      trashId = (await callApi(deleteChapter, { id: String(story.id), chapterId: String(chapterId) }))
        .trash_id;
    } catch (problem) {
      return isApiError(problem)
        ? `${chapterMessages.deleteFailed}: ${problem.message}`
        : chapterMessages.deleteError;
    }
    onDeleted?.();
    await redirect(urls.story(story.slug), { afterMilliseconds: 0, replace: true });
    showDeleted(chapterMessages.deleted, trashId);
  }

  return (
    <DeleteDialog
      title="Delete Chapter"
      question={chapterMessages.deleteConfirm}
      promise={TRASH_PROMISE}
      open={open}
      onClose={onClose}
      onDelete={remove}
    />
  );
}
