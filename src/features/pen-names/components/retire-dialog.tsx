import { useState } from 'react';
import { plural } from '#base/text.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { failureSentence } from '#ui/failure-text.ts';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import { type PenName, penNameMessages, retirePenName } from '../contract.ts';

export type RetireDialogProps = {
  /** The pen name to retire; undefined while the window is closed. */
  penName: PenName | undefined;
  onClose: () => void;
  onRetired: () => void;
};

/** Says what retiring a pen name does, and does it; or says what has to happen before. */
export function RetireDialog({ penName, onClose, onRetired }: RetireDialogProps) {
  // The closing window keeps its text until it is gone.
  const [latest, setLatest] = useState<PenName>();
  if (penName !== undefined && penName !== latest) setLatest(penName);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const about = penName ?? latest;
  if (about === undefined) return null;
  const name = about.display_name || about.username;
  const title = `Retire ${name}`;
  const open = penName !== undefined;

  function close() {
    setError(undefined);
    onClose();
  }

  if (about.story_count + about.series_count + about.list_count > 0) {
    return (
      <Dialog
        open={open}
        onOpenChange={(isOpen) => isOpen || close()}
        title={title}
        description={stillNeeded(about)}
        actions={
          <ButtonLink variant="primary" href={urls.profile()}>
            Go to my stories
          </ButtonLink>
        }
      />
    );
  }

  async function retire(id: number) {
    setError(undefined);
    setBusy(true);
    try {
      await callApi(retirePenName, { id: String(id) });
      onRetired();
    } catch (problem) {
      setError(failureSentence(problem, penNameMessages.retireFailed));
    }
    setBusy(false);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || close()}
      title={title}
      text={`Its page goes at once, and links to it lead nowhere. Nobody else can take @${about.username}: it stays yours, and you can take it up again. No story is lost, because it has none.`}
      confirmLabel="Retire pen name"
      busyText="Retiring..."
      danger
      busy={isBusy}
      onConfirm={() => void retire(about.id)}
    >
      {error === undefined ? undefined : <Notice kind="error" title={error} />}
    </ConfirmDialog>
  );
}

function stillNeeded({ story_count, series_count, list_count }: PenName): string {
  const owned = [
    ...(story_count === 0 ? [] : [plural(story_count, 'story', 'stories')]),
    ...(series_count === 0 ? [] : [plural(series_count, 'series', 'series')]),
    ...(list_count === 0 ? [] : [plural(list_count, 'reading list')]),
  ].join(' and ');
  return `There ${story_count + series_count + list_count === 1 ? 'is' : 'are'} ${owned} under this name. Before it can be retired, move each story to another name on its “Edit Story” page, or delete it; those in the trash count too. Series are deleted on their own page, reading lists are made private on your shelves.`;
}
