import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import type { Story } from '#features/stories/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import { chapterMessages, deleteChapter } from '../../contract.ts';

export type DeleteChapterProps = {
  story: Pick<Story, 'id' | 'slug'>;
  chapterId: number;
  open: boolean;
  onClose: () => void;
  /** Before the page leads to the story. */
  onDeleted?: () => void;
};

/** Asks, deletes a chapter, and leads to its story. */
export function DeleteChapter({ story, chapterId, open, onClose, onDeleted }: DeleteChapterProps) {
  const redirect = useRedirect();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function confirm() {
    setError(undefined);
    if (!story.id || !chapterId) {
      setError(chapterMessages.deleteWithoutIds);
      return;
    }
    setBusy(true);
    try {
      await callApi(deleteChapter, { id: String(story.id), chapterId: String(chapterId) });
    } catch (problem) {
      setBusy(false);
      setError(
        isApiError(problem)
          ? `${chapterMessages.deleteFailed}: ${problem.message}`
          : chapterMessages.deleteError,
      );
      return;
    }
    onDeleted?.();
    const notification = { kind: 'success', message: chapterMessages.deleted };
    await redirect(urls.story(story.slug), { afterMilliseconds: 0, replace: true, state: { notification } });
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        setError(undefined);
        if (!isOpen) onClose();
      }}
      title="Delete Chapter"
      text={chapterMessages.deleteConfirm}
      confirmLabel="Delete Chapter"
      busyText="Deleting..."
      danger
      busy={isBusy}
      onConfirm={confirm}
    >
      {error === undefined ? undefined : <Notice kind="error" title={error} />}
    </ConfirmDialog>
  );
}
