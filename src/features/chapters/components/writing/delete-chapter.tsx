import { isApiError } from '#base/failure.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { TRASH_PROMISE } from '#features/stories/contract/trash.ts';
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

  async function remove() {
    if (!story.id || !chapterId) return chapterMessages.deleteWithoutIds;
    try {
      await callApi(deleteChapter, { id: String(story.id), chapterId: String(chapterId) });
    } catch (problem) {
      return isApiError(problem)
        ? `${chapterMessages.deleteFailed}: ${problem.message}`
        : chapterMessages.deleteError;
    }
    onDeleted?.();
    const notification = { kind: 'success', message: chapterMessages.deleted };
    await redirect(urls.story(story.slug), { afterMilliseconds: 0, replace: true, state: { notification } });
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
