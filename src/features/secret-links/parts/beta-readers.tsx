import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { CorrectionCounts } from '#features/corrections/parts/correction-counts.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { createSecretLink, getSecretLink, revokeSecretLink, secretLinkMessages } from '../contract.ts';
import styles from './beta-readers.module.css';

/** For a story's author: the secret link, which is created, copied, renewed and revoked here, and what came by it. */
export function BetaReaders({ story }: { story: { id: number; slug: string } }) {
  const id = String(story.id);
  const loaded = useLoaded(id, async () => (await callApi(getSecretLink, { id })).url);
  return (
    <section className={styles.section} aria-labelledby="beta-readers">
      <h2 id="beta-readers">Beta readers</h2>
      <p>
        Whoever has the secret link of this story reads all of it, drafts included, without an account, and
        can suggest corrections. You find them beside the text of each chapter. Nobody else sees them, and
        reading by the link is not counted.
      </p>
      {loaded.status === 'failed' ? (
        <FailedNotice
          error={loaded.error}
          otherwise={secretLinkMessages.linkLoadFailed}
          onRetry={loaded.reload}
        />
      ) : loaded.status === 'loading' ? (
        <p className={styles.quiet}>Looking for the link…</p>
      ) : (
        <SecretLink id={id} initial={loaded.data} />
      )}
      <CorrectionCounts story={story} />
    </section>
  );
}

type Question = 'renew' | 'revoke';

function SecretLink({ id, initial }: { id: string; initial: string | null }) {
  const [url, setUrl] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<ReactNode>();
  const [question, setQuestion] = useState<Question>();
  const box = useRef<HTMLDivElement>(null);
  const hasChanged = useRef(false);

  // The button that was pressed is gone.
  useEffect(() => {
    if (hasChanged.current) box.current?.querySelector<HTMLElement>(url === null ? 'button' : 'a')?.focus();
  }, [url]);

  async function change(step: () => Promise<string | null>, done: string) {
    setBusy(true);
    setProblem(undefined);
    setMessage('');
    try {
      const next = await step();
      hasChanged.current = true;
      setUrl(next);
      setMessage(done);
    } catch (error) {
      setProblem(isApiError(error) && error.message !== '' ? error.message : secretLinkMessages.failed);
    } finally {
      setBusy(false);
      setQuestion(undefined);
    }
  }

  const create = (done: string) => change(async () => (await callApi(createSecretLink, { id })).url, done);
  const revoke = () =>
    change(async () => {
      await callApi(revokeSecretLink, { id });
      return null;
    }, secretLinkMessages.revoked);

  return (
    <>
      <div ref={box}>
        {url === null ? (
          <Button busy={isBusy} onClick={() => create(secretLinkMessages.created)}>
            Create a secret link
          </Button>
        ) : (
          <div className={styles.link}>
            <p className={styles.url}>
              <a href={url}>{url}</a>
            </p>
            <div className={styles.actions}>
              <CopyButton text={url} />
              <Button onClick={() => setQuestion('renew')}>Renew</Button>
              <Button variant="danger" onClick={() => setQuestion('revoke')}>
                Revoke
              </Button>
            </div>
          </div>
        )}
      </div>
      <p className={styles.quiet} role="status">
        {message}
      </p>
      {problem === undefined ? null : <Notice kind="error" title={problem} />}
      <ConfirmDialog
        open={question === 'renew'}
        onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
        title="Renew the secret link?"
        text="You get a new link, and the old one stops working at once. Corrections that were sent stay."
        confirmLabel="Renew"
        busy={isBusy}
        onConfirm={() => create(secretLinkMessages.renewed)}
      />
      <ConfirmDialog
        open={question === 'revoke'}
        onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
        title="Revoke the secret link?"
        text="It stops working at once, for everybody who has it. Corrections that were sent stay."
        confirmLabel="Revoke"
        danger
        busy={isBusy}
        onConfirm={revoke}
      />
    </>
  );
}
