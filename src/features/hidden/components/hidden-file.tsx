import { type ChangeEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { siteFileName } from '#base/site-file-name.ts';
import { Button } from '#ui/button.tsx';
import { failureText } from '#ui/failure-text.ts';
import { Notice } from '#ui/notice.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useToast } from '#ui/toast.tsx';
import { type HiddenItems, hiddenMessages } from '../contract.ts';
import type { HideFormProps } from '../parts/hide-form.tsx';
import styles from './hidden-file.module.css';
import { fileOf, importHidden } from './hidden-list-file.ts';

export type HiddenFileProps = Pick<HideFormProps, 'onDone'> & { items: HiddenItems; isSignedIn: boolean };

/** Takes the list to another browser or account, as a file of names. */
export function HiddenFile({ items, isSignedIn, onDone }: HiddenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { revalidate } = useRevalidator();
  const toast = useToast();

  async function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (file === undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      onDone?.(await importHidden(file, items, isSignedIn));
      toast.show({ kind: 'success', message: 'The file’s list is added to yours.' });
      await revalidate();
    } catch (failure) {
      setError(failureText(failure, hiddenMessages.failed));
    }
    // The same file can be chosen again.
    if (input.current !== null) input.current.value = '';
    setBusy(false);
  }
  return (
    <section className={`needs-script ${styles.file}`} aria-labelledby="hidden-file">
      <h2 id="hidden-file" className={styles.title}>
        Take it with you
      </h2>
      <div className={styles.buttons}>
        <Button onClick={() => saveFile(fileOf(items), siteFileName('hidden.json'))}>Save as a file</Button>
        <Button busy={isBusy} busyText="Reading..." onClick={() => input.current?.click()}>
          Add from a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label="A saved list"
          hidden
          onChange={(event) => void take(event)}
        />
      </div>
      {error === undefined ? null : <Notice kind="error" title={error} />}
      <p className={styles.hint}>The file holds names. Adding one keeps what you hide already.</p>
    </section>
  );
}
