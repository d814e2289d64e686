import { useState } from 'react';
import { plural } from '#base/text.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { markSpam, newcomerMessages, unmarkSpam } from '../contract/newcomers.ts';

export type SpamButtonProps = {
  account: { id: number; username: string; is_spam?: boolean };
  onDone: () => void;
};

/** Marks an account as spam, or undoes the mark, after a confirmation. */
export function SpamButton({ account: { id, username, is_spam = false }, onDone }: SpamButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useToastedAction(moderationMessages.failed);

  async function confirm() {
    const isDone = await run(async () => {
      const { stories, cases } = await callApi(is_spam ? unmarkSpam : markSpam, { id });
      const counts = `${plural(stories, 'story', 'stories')}, ${plural(cases, 'case')}`;
      return `${is_spam ? newcomerMessages.unmarked : newcomerMessages.marked} ${counts}.`;
    });
    if (!isDone) return;
    setOpen(false);
    onDone();
  }

  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {is_spam ? 'Not spam' : 'Spam'}
        <span className="visually-hidden"> {username}</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={is_spam ? `Undo the spam mark on ${username}?` : `Mark ${username} as spam?`}
        text={
          is_spam
            ? 'The account can publish again, its stories return to where they were, and the reports and cases that were closed are open again.'
            : 'The account is suspended and signed out, all its stories are withheld, and the open reports and cases about them are closed. The author is told and can appeal. You can undo it.'
        }
        confirmLabel={is_spam ? 'Not spam' : 'Mark as spam'}
        busyText={is_spam ? 'Undoing...' : 'Marking...'}
        danger={!is_spam}
        busy={isBusy}
        onConfirm={confirm}
      />
    </>
  );
}
