import { useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { List } from '#ui/list.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { addPenName, penNameMessages } from '../contract.ts';
import styles from './retired-names.module.css';

export type RetiredNamesProps = {
  usernames: string[];
  /** Whether the account can hold no further pen name. */
  isFull: boolean;
  onTaken: () => void;
};

/** The usernames that an account has given up, each to be taken up again. */
export function RetiredNames({ usernames, isFull, onTaken }: RetiredNamesProps) {
  const { run } = useToastedAction(penNameMessages.saveFailed);
  const [busy, setBusy] = useState<string>();

  async function take(username: string) {
    setBusy(username);
    const isDone = await run(async () => {
      await callApi(addPenName, { username });
      return undefined;
    });
    if (isDone) onTaken();
    setBusy(undefined);
  }

  if (usernames.length === 0) return null;
  return (
    <Disclosure showLabel={`Given up (${usernames.length})`}>
      <p className={styles.text}>
        Retired names, and usernames from before you changed them. Nobody finds them, and nobody else can take
        them.
      </p>
      <List className={styles.names}>
        {usernames.map((username) => (
          <li key={username} className={styles.name}>
            <span className={styles.username}>@{username}</span>
            {isFull ? null : (
              <Button
                size="small"
                busy={busy === username}
                busyText="Adding..."
                aria-label={`Take up ${username} again`}
                onClick={() => void take(username)}
              >
                Take up again
              </Button>
            )}
          </li>
        ))}
      </List>
    </Disclosure>
  );
}
