import { useState } from 'react';
import { serverReason } from '#base/failure.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { reportBug } from './failure-text.ts';
import { Notice } from './notice.tsx';

export type DeleteDialogProps = {
  /** The title, also on the button: 'Delete Story'. */
  title: string;
  question: string;
  /** Shown after the question. */
  promise?: string | undefined;
  open: boolean;
  onClose: () => void;
  /** Deletes it, and then closes the dialog or leaves the page. */
  onDelete: () => Promise<unknown>;
  /** The sentence for a failure, from the server's reason if it gives one. */
  failed: (reason: string | undefined) => string;
};

/** Asks for confirmation and deletes. */
export function DeleteDialog({
  title,
  question,
  promise,
  open,
  onClose,
  onDelete,
  failed,
}: DeleteDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function confirm() {
    setError(undefined);
    setBusy(true);
    try {
      await onDelete();
    } catch (problem) {
      reportBug(problem);
      setError(failed(serverReason(problem)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        setError(undefined);
        if (!isOpen) onClose();
      }}
      title={title}
      text={promise === undefined ? question : `${question} ${promise}`}
      confirmLabel={title}
      busyText="Deleting..."
      danger
      busy={isBusy}
      onConfirm={confirm}
    >
      {error === undefined ? undefined : <Notice kind="error" title={error} />}
    </ConfirmDialog>
  );
}
