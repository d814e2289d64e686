import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { staffUrls } from '#staff-urls.ts';
import { classNames } from '#ui/class-names.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import styles from './moderation-frame.module.css';

export type ModerationFrameProps = { title: string; lead?: ReactNode; children: ReactNode };

/** The layout around staff pages. */
export function ModerationFrame({ title, lead, children }: ModerationFrameProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const tabs = [
    { href: staffUrls.queue(), label: 'Queue' },
    { href: staffUrls.waiting(), label: 'Waiting' },
    { href: staffUrls.accounts(), label: 'New accounts' },
    { href: staffUrls.commentWaves(), label: 'Comments' },
    { href: staffUrls.tags(), label: 'Tags' },
    { href: staffUrls.log(), label: 'Log' },
    { href: staffUrls.transparency(), label: 'Report' },
    { href: staffUrls.featured(), label: 'Featured' },
    { href: staffUrls.newsletter(), label: 'Newsletter' },
    ...(user?.role === 'admin'
      ? [
          { href: staffUrls.overview(), label: 'Overview' },
          { href: staffUrls.people(), label: 'People' },
          { href: staffUrls.networkBans(), label: 'Networks' },
          { href: staffUrls.announcements(), label: 'Announcements' },
          { href: staffUrls.settings(), label: 'Settings' },
          { href: staffUrls.trustedFlaggers(), label: 'Trusted flaggers' },
        ]
      : []),
  ];
  return (
    <div className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        <LinkTabs
          label="Moderation"
          wraps
          tabs={tabs.map((tab) => ({ ...tab, current: tab.href === pathname }))}
        />
      </header>
      {children}
    </div>
  );
}
