import { useState } from 'react';
import { blockMessages, type NewBlock, setBlock } from '#features/comments/contract/blocks.ts';
import { undoBlocks } from '#features/comments/parts/undo-blocks.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { failureText } from '#ui/failure-text.ts';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import { type Correction, correctionMessages } from '../contract.ts';

type Sender = Pick<Correction, 'sender_username' | 'sender_display_name'>;

/** Blocks the sender of a correction, who is not told; nothing for one that came without an account. */
export function BlockSender({ correction }: { correction: Sender }) {
  const { sender_username: username, sender_display_name: name } = correction;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const toast = useToast();
  if (username === null) return null;

  async function block(sender: string) {
    setBusy(true);
    setError(undefined);
    try {
      const blocked = await callApi(setBlock, { username: sender, kind: 'block' });
      setAsking(false);
      toast.show({
        kind: 'success',
        message: correctionMessages.blocked,
        action: { label: 'Undo', run: () => void takeBack(blocked) },
      });
    } catch (problem) {
      setError(failureText(problem, blockMessages.saveFailed));
    } finally {
      setBusy(false);
    }
  }

  async function takeBack(blocked: NewBlock) {
    try {
      await undoBlocks([blocked]);
      toast.show({ kind: 'success', message: blockMessages.ended });
    } catch (problem) {
      toast.show({ kind: 'error', message: failureText(problem, blockMessages.saveFailed) });
    }
  }

  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Block<span className="visually-hidden"> {name}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(isOpen) => {
          setError(undefined);
          setAsking(isOpen);
        }}
        title={`Block ${name}?`}
        text="They can no longer send you corrections or private notes, or comment on your stories, under any of their names. They are not told. What they have sent stays on your list."
        confirmLabel="Block"
        busyText="Blocking..."
        danger
        busy={isBusy}
        onConfirm={() => void block(username)}
      >
        {error === undefined ? undefined : <Notice kind="error" title={error} />}
      </ConfirmDialog>
    </>
  );
}
