import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Notice } from './notice.tsx';

export type DeleteDialogProps = {
  /** The title, also on the button: 'Delete Story'. */
  title: string;
  question: string;
  /** Shown after the question. */
  promise?: string | undefined;
  open: boolean;
  onClose: () => void;
  /** Deletes it and navigates to another page; resolves to the reason if it can't be deleted. */
  onDelete: () => Promise<string | undefined>;
};

/** Asks for confirmation and deletes. */
export function DeleteDialog({ title, question, promise, open, onClose, onDelete }: DeleteDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function confirm() {
    setError(undefined);
    setBusy(true);
    const problem = await onDelete();
    if (problem === undefined) return;
    setBusy(false);
    setError(problem);
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
