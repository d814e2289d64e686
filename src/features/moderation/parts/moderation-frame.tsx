import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { classNames } from '#ui/class-names.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { urls } from '#urls.ts';
import styles from './moderation-frame.module.css';

export type ModerationFrameProps = { title: string; lead?: ReactNode; children: ReactNode };

/** What the pages of those who keep the house have around them. */
export function ModerationFrame({ title, lead, children }: ModerationFrameProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const tabs = [
    { href: urls.moderation(), label: 'Queue' },
    { href: urls.moderationWaiting(), label: 'Waiting' },
    { href: urls.moderationAccounts(), label: 'New accounts' },
    { href: urls.moderationLog(), label: 'Log' },
    { href: urls.moderationFeatured(), label: 'Featured' },
    { href: urls.moderationNewsletter(), label: 'Newsletter' },
    ...(user?.role === 'admin' ? [{ href: urls.moderationPeople(), label: 'People' }] : []),
  ];
  return (
    <div className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        <LinkTabs label="Moderation" tabs={tabs.map((tab) => ({ ...tab, current: tab.href === pathname }))} />
      </header>
      {children}
    </div>
  );
}
