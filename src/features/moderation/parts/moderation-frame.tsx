import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { staffUrls } from '#staff-urls.ts';
import { classNames } from '#ui/class-names.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { useWaitingWork } from '../components/waiting-work.ts';
import styles from './moderation-frame.module.css';

export type ModerationFrameProps = { title: string; lead?: ReactNode; children: ReactNode };

const numbered = (label: string, count = 0) => (count === 0 ? label : `${label} (${count})`);

/** The layout around staff pages, whose tabs tell where something waits. */
export function ModerationFrame({ title, lead, children }: ModerationFrameProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const work = useWaitingWork();
  const tabs = [
    { href: staffUrls.queue(), label: numbered('Queue', work?.cases) },
    { href: staffUrls.waiting(), label: numbered('Waiting', work?.stories) },
    { href: staffUrls.accounts(), label: 'New accounts' },
    { href: staffUrls.commentWaves(), label: numbered('Comments', work?.comments) },
    { href: staffUrls.tags(), label: numbered('Tags', work?.tags) },
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
