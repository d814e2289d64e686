import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { WritingFrame, WritingSkeleton } from '#features/chapters/parts/writing/writing-frame.tsx';
import type { PenName } from '#features/pen-names/contract.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import { deleteImport, getImport, type Import, importMessages } from '../contract.ts';
import { importAddress } from '../rules/addresses.ts';
import { type Accepted, AcceptedStories } from './accepted-stories.tsx';
import styles from './import-files.module.css';
import { ImportPreview } from './import-preview.tsx';

const TITLE = 'Your import';
const POLL_MILLISECONDS = 1_500;

export type OwnImportProps = {
  id: string;
  penNames: PenName[];
  /** The story that gets the chapters; undefined where they become stories. */
  story: Story | undefined;
};

/**
 * One of the author's own imports: its progress, then its preview, then the stories that it became, or the chapters of the
 * story that got them.
 */
export function OwnImport({ id, penNames, story }: OwnImportProps) {
  const back = { href: importAddress(story?.slug), label: 'Other files' };
  const { found, error, retry } = useImport(id);
  const [accepted, setAccepted] = useState<Accepted>();
  const [isDiscarding, setDiscarding] = useState(false);
  if (accepted !== undefined) return <AcceptedStories {...accepted} />;
  if (found === undefined) {
    if (error === undefined) return <WritingSkeleton title={TITLE} back={back} />;
    return (
      <WritingFrame title={TITLE} back={back}>
        <FailedNotice error={error} otherwise={importMessages.loadFailed} onRetry={retry} />
      </WritingFrame>
    );
  }
  const discard = (
    <Button aria-haspopup="dialog" onClick={() => setDiscarding(true)}>
      Discard
    </Button>
  );
  return (
    <WritingFrame title={TITLE} back={back} about={story?.title}>
      {error === undefined ? null : (
        <FailedNotice error={error} otherwise={importMessages.loadFailed} onRetry={retry} />
      )}
      {found.state === 'reading' ? <Reading found={found} /> : null}
      <Problems found={found} />
      {found.state === 'ready' ? (
        <ImportPreview
          found={found}
          penNames={penNames}
          story={story}
          onAccepted={setAccepted}
          discard={discard}
        />
      ) : null}
      {found.state === 'failed' || found.state === 'reading' ? (
        <div className={styles.sending}>
          {found.state === 'failed' ? (
            <ButtonLink variant="primary" href={back.href}>
              Choose other files
            </ButtonLink>
          ) : null}
          {discard}
        </div>
      ) : null}
      {found.state === 'accepted' ? (
        <Notice
          kind="info"
          title={importMessages.acceptedAlready}
          action={<ButtonLink href={urls.profile()}>Your stories</ButtonLink>}
        />
      ) : null}
      <DiscardDialog id={id} back={back.href} open={isDiscarding} onClose={() => setDiscarding(false)} />
    </WritingFrame>
  );
}

/** The import, asked for again until its files are read. */
function useImport(id: string): { found: Import | undefined; error: unknown; retry: () => void } {
  const [found, setFound] = useState<Import>();
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  const isOver = found !== undefined && found.state !== 'reading';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another reason to ask
  useEffect(() => {
    if (isOver) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const asking = new AbortController();
    callApi(getImport, { id }, { signal: asking.signal }).then(
      (answer) => {
        setError(undefined);
        setFound(answer);
        if (answer.state === 'reading')
          timer = setTimeout(() => setRound((last) => last + 1), POLL_MILLISECONDS);
      },
      (problem: unknown) => {
        if (!asking.signal.aborted) setError(problem);
      },
    );
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [id, round, isOver]);

  return { found, error, retry: () => setRound((last) => last + 1) };
}

function Reading({ found: { files_read, files_total } }: { found: Import }) {
  return (
    <div className={styles.progress} role="status">
      <label className={styles.progress}>
        Reading your files: {files_read} of {files_total}
        <progress value={files_read} max={files_total} />
      </label>
      <p className={styles.formats}>You can leave this page. We carry on, and keep what we find for a day.</p>
    </div>
  );
}

function Problems({ found: { problems, state } }: { found: Import }) {
  if (problems.length === 0) return null;
  const title = state === 'failed' ? 'None of your files could be read' : 'Some files could not be read';
  return (
    <Notice kind="error" title={title}>
      <List className={styles.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </List>
    </Notice>
  );
}

type DiscardDialogProps = { id: string; back: string; open: boolean; onClose: () => void };

/** The question before an import is discarded. It stays open when the import is read meanwhile. */
function DiscardDialog({ id, back, open, onClose }: DiscardDialogProps) {
  const navigate = useNavigate();
  async function discard() {
    await callApi(deleteImport, { id });
    const notification = { kind: 'success', message: importMessages.discarded };
    await navigate(back, { replace: true, state: { notification } });
  }
  return (
    <DeleteDialog
      title="Discard Import"
      question="Discard what was found in your files? The files on your own device stay as they are."
      open={open}
      onClose={onClose}
      onDelete={discard}
      failed={(reason) => reason ?? importMessages.discardFailed}
    />
  );
}
