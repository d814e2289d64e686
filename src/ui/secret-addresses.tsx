import { useState } from 'react';
import { ActionOutcome, useActions } from './actions.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-addresses.module.css';

export interface SecretAddress {
  url: string;
  /** Tells it from the others, where there are several. */
  name?: string;
  copyLabel?: string;
}

export interface SecretAddressesProps {
  /** The addresses at first; none before they are created. */
  initial: readonly SecretAddress[];
  /** Creates them, or new ones in their place. */
  create: () => Promise<readonly SecretAddress[]>;
  remove: () => Promise<unknown>;
  createLabel: string;
  removeLabel: string;
  renewQuestion: { title: string; text: string };
  removeQuestion: { title: string; text: string };
  messages: Record<'created' | 'renewed' | 'removed' | 'failed' | 'copied', string>;
}

/** Secret addresses, by which one reads without signing in: created, copied, renewed and removed here. */
export function SecretAddresses(props: SecretAddressesProps) {
  const { messages, renewQuestion, removeQuestion } = props;
  const [addresses, setAddresses] = useState(props.initial);
  const [question, setQuestion] = useState<'renew' | 'remove'>();
  const actions = useActions(messages.failed);

  async function change(step: () => Promise<readonly SecretAddress[]>, message: string) {
    await actions.run(async () => {
      const next = await step();
      setAddresses(next);
      return message;
    });
    setQuestion(undefined);
  }

  const removeAll = async () => {
    await props.remove();
    return [];
  };

  const changes = (
    <>
      <Button onClick={() => setQuestion('renew')}>Renew</Button>
      <Button variant="cautious" onClick={() => setQuestion('remove')}>
        {props.removeLabel}
      </Button>
    </>
  );

  return (
    <div className={styles.part}>
      <div className={styles.part}>
        {addresses.length === 0 ? (
          <Button busy={actions.isBusy} onClick={() => change(props.create, messages.created)}>
            {props.createLabel}
          </Button>
        ) : (
          <>
            {addresses.map(({ url, name, copyLabel }) => (
              <div key={url} className={styles.address}>
                {name === undefined ? null : <p className={styles.name}>{name}</p>}
                <p className={styles.url}>
                  <a href={url} rel="noreferrer">
                    {url}
                  </a>
                </p>
                <div className={styles.actions}>
                  <CopyButton text={url} label={copyLabel} copiedMessage={messages.copied} />
                  {addresses.length === 1 ? changes : null}
                </div>
              </div>
            ))}
            {addresses.length === 1 ? null : <div className={styles.actions}>{changes}</div>}
          </>
        )}
      </div>
      <ActionOutcome outcome={actions.outcome} />
      <ConfirmDialog
        {...renewQuestion}
        open={question === 'renew'}
        onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
        confirmLabel="Renew"
        busy={actions.isBusy}
        onConfirm={() => change(props.create, messages.renewed)}
      />
      <ConfirmDialog
        {...removeQuestion}
        open={question === 'remove'}
        onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
        confirmLabel={props.removeLabel}
        danger
        busy={actions.isBusy}
        onConfirm={() => change(removeAll, messages.removed)}
      />
    </div>
  );
}
