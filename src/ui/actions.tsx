import { useState } from 'react';
import styles from './actions.module.css';
import { failureText } from './failure-text.ts';
import { Notice } from './notice.tsx';

export interface Actions {
  isBusy: boolean;
  /** The outcome of the last action, and the reason why it failed. */
  outcome: { message?: string; problem?: string };
  /** Runs one action; what it returns is told as its outcome. Never rejects. */
  run(action: () => Promise<string | undefined>): Promise<void>;
}

/** Runs the actions of a part of a page. `failed` is told when the server gives no reason. */
export function useActions(failed: string): Actions {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Actions['outcome']>({});

  async function run(action: () => Promise<string | undefined>) {
    setBusy(true);
    setOutcome({});
    try {
      const message = await action();
      setOutcome({ message });
    } catch (error) {
      setOutcome({ problem: failureText(error, failed) });
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, outcome, run };
}

/** Tells the outcome of the last action of a part; the line keeps its room. */
export function ActionOutcome({ outcome: { message, problem } }: Pick<Actions, 'outcome'>) {
  return (
    <>
      <p className={styles.outcome} role="status">
        {message}
      </p>
      {problem === undefined ? null : <Notice kind="error" title={problem} />}
    </>
  );
}
