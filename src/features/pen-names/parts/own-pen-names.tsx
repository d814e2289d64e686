import { type ReactNode, useState } from 'react';
import type { User } from '#features/accounts/contract/session.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { listPenNames, type PenName, penNameMessages } from '../contract.ts';
import styles from './own-pen-names.module.css';

/** Whether an account has had more than its first name. */
export function hasSeveralNames(user: User | undefined): boolean {
  // An older client stored the user without the list.
  const { pen_name_ids = [] }: Partial<User> = user ?? {};
  return pen_name_ids.length > 0;
}

export type OwnPenNamesProps = {
  user: User;
  /** The outline while the names are loading. */
  waiting: ReactNode;
  /** Around the message when they can't be loaded. */
  failed: (notice: ReactNode) => ReactNode;
  /** The names to choose from; none for an account with one name, without a request. */
  children: (names: PenName[]) => ReactNode;
};

/** Loads the names before the form is shown, because a choice that appears later could be missed. */
export function OwnPenNames({ user, waiting, failed, children }: OwnPenNamesProps) {
  const hasSeveral = hasSeveralNames(user);
  // A name added on another device becomes known while somebody is writing already: the form has to stay.
  const [isShown] = useState(!hasSeveral);
  const loaded = useLoaded(`${user.account_id} ${hasSeveral}`, async () =>
    hasSeveral ? (await callApi(listPenNames, {})).pen_names : [],
  );
  if (loaded.status === 'ready') return children(loaded.data.length > 1 ? loaded.data : []);
  if (isShown) return children([]);
  if (loaded.status === 'loading') return waiting;
  return failed(
    <FailedNotice error={loaded.error} otherwise={penNameMessages.failed} onRetry={loaded.reload} />,
  );
}

export type PublishingAsProps = { author: { author_display_name: string; author_username: string } };

/** Says under which name the page's work appears, to an author who has several. */
export function PublishingAs({ author }: PublishingAsProps) {
  const { user } = useSession();
  if (!hasSeveralNames(user)) return null;
  return (
    <p className={styles.as}>
      Publishing as <strong className={styles.name}>{author.author_display_name}</strong> @
      {author.author_username}
    </p>
  );
}
