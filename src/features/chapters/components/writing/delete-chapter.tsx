import { ApiError } from '#base/failure.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { TRASH_PROMISE } from '#features/stories/contract/trash.ts';
import { useDeletedToast } from '#features/trash/parts/use-deleted-toast.ts';
import { callApi } from '#ui/api-client.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import { chapterMessages, deleteChapter } from '../../contract/chapters.ts';

function failureOf(reason: string | undefined): string {
  if (reason === undefined) return chapterMessages.deleteError;
  return reason === chapterMessages.deleteWithoutIds ? reason : `${chapterMessages.deleteFailed}: ${reason}`;
}

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
    if (!story.id || !chapterId) throw new ApiError(0, 'invalid_ids', chapterMessages.deleteWithoutIds);
    const ids = { id: String(story.id), chapterId: String(chapterId) };
    const { trash_id } = await callApi(deleteChapter, ids);
    onDeleted?.();
    await redirect(urls.story(story.slug), { afterMilliseconds: 0, replace: true });
    showDeleted(chapterMessages.deleted, trash_id);
  }

  return (
    <DeleteDialog
      title="Delete Chapter"
      question={chapterMessages.deleteConfirm}
      promise={TRASH_PROMISE}
      open={open}
      onClose={onClose}
      onDelete={remove}
      failed={failureOf}
    />
  );
}
