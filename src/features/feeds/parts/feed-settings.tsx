import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import {
  type FeedAddress,
  feedMessages,
  getFeedToken,
  removeFeedToken,
  renewFeedToken,
} from '../contract.ts';
import styles from './feed-settings.module.css';

/** The secret addresses of one's feed and catalogue: made, copied, renewed and removed here, and kept by no browser. */
export function FeedSettings() {
  const loaded = useLoaded('feed addresses', async () => (await callApi(getFeedToken, {})).address);
  if (loaded.status === 'loading') return <SkeletonText lines={3} />;
  if (loaded.status === 'failed')
    return <FailedNotice error={loaded.error} otherwise={feedMessages.loadFailed} onRetry={loaded.reload} />;
  return <Addresses initial={loaded.data} />;
}

type Question = 'renew' | 'remove';

function Addresses({ initial }: { initial: FeedAddress | null }) {
  const [address, setAddress] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<ReactNode>();
  const [question, setQuestion] = useState<Question>();
  const box = useRef<HTMLDivElement>(null);
  const hasChanged = useRef(false);

  // The button that was pressed is gone.
  useEffect(() => {
    if (hasChanged.current)
      box.current?.querySelector<HTMLElement>(address === null ? 'button' : 'a')?.focus();
  }, [address]);

  async function change(step: () => Promise<FeedAddress | null>, done: string) {
    setBusy(true);
    setProblem(undefined);
    setMessage('');
    try {
      const next = await step();
      hasChanged.current = true;
      setAddress(next);
      setMessage(done);
    } catch (error) {
      setProblem(isApiError(error) && error.message !== '' ? error.message : feedMessages.failed);
    } finally {
      setBusy(false);
      setQuestion(undefined);
    }
  }

  const renew = (done: string) => change(() => callApi(renewFeedToken, {}), done);
  const remove = () =>
    change(async () => {
      await callApi(removeFeedToken, {});
      return null;
    }, feedMessages.removed);

  return (
    <div className={styles.settings}>
      <div ref={box} className={styles.settings}>
        {address === null ? (
          <Button busy={isBusy} onClick={() => renew(feedMessages.created)}>
            Create addresses
          </Button>
        ) : (
          <>
            <Address name="Feed of what you follow" url={address.url} copyLabel="Copy feed" />
            <Address name="Catalogue of your shelves" url={address.opds_url} copyLabel="Copy catalogue" />
            <div className={styles.actions}>
              <Button onClick={() => setQuestion('renew')}>Renew</Button>
              <Button variant="danger" onClick={() => setQuestion('remove')}>
                Remove
              </Button>
            </div>
          </>
        )}
      </div>
      <p className={styles.quiet} role="status">
        {message}
      </p>
      {problem === undefined ? null : <Notice kind="error" title={problem} />}
      <ConfirmDialog
        open={question === 'renew'}
        onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
        title="Renew the addresses?"
        text="You get new ones, and the old ones stop working at once, in every program that has them."
        confirmLabel="Renew"
        busy={isBusy}
        onConfirm={() => renew(feedMessages.renewed)}
      />
      <ConfirmDialog
        open={question === 'remove'}
        onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
        title="Remove the addresses?"
        text="They stop working at once, in every program that has them."
        confirmLabel="Remove"
        danger
        busy={isBusy}
        onConfirm={remove}
      />
    </div>
  );
}

function Address({ name, url, copyLabel }: { name: string; url: string; copyLabel: string }) {
  return (
    <div className={styles.address}>
      <p className={styles.quiet}>{name}</p>
      <p className={styles.url}>
        <a href={url} rel="noreferrer">
          {url}
        </a>
      </p>
      <CopyButton text={url} label={copyLabel} copiedMessage="Address copied" />
    </div>
  );
}
