import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { staffUrls } from '#staff-urls.ts';
import { classNames } from '#ui/class-names.ts';
import { type StaffTabGroup, StaffTabs } from '../components/staff-tabs.tsx';
import { useWaitingWork } from '../components/waiting-work.ts';
import styles from './moderation-frame.module.css';

export type ModerationFrameProps = { title: string; lead?: ReactNode; children: ReactNode };

const numbered = (label: string, count = 0) => (count === 0 ? label : `${label} (${count})`);

/** The layout around staff pages, whose tabs tell where something waits. */
export function ModerationFrame({ title, lead, children }: ModerationFrameProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const work = useWaitingWork();
  const ofAdmins = (tabs: StaffTabGroup['tabs']) => (user?.role === 'admin' ? tabs : []);
  const groups = [
    {
      name: 'Work',
      tabs: [
        { href: staffUrls.queue(), label: numbered('Queue', work?.cases) },
        { href: staffUrls.waiting(), label: numbered('Waiting', work?.stories) },
        { href: staffUrls.commentWaves(), label: numbered('Comments', work?.comments) },
        { href: staffUrls.tags(), label: numbered('Tags', work?.tags) },
      ],
    },
    {
      name: 'Members',
      tabs: [
        { href: staffUrls.accounts(), label: 'New accounts' },
        ...ofAdmins([
          { href: staffUrls.people(), label: 'People' },
          { href: staffUrls.networkBans(), label: 'Networks' },
          { href: staffUrls.trustedFlaggers(), label: 'Trusted flaggers' },
        ]),
      ],
    },
    {
      name: 'Site',
      tabs: [
        ...ofAdmins([{ href: staffUrls.overview(), label: 'Overview' }]),
        { href: staffUrls.log(), label: 'Log' },
        { href: staffUrls.transparency(), label: 'Report' },
        { href: staffUrls.featured(), label: 'Featured' },
        { href: staffUrls.newsletter(), label: 'Newsletter' },
        ...ofAdmins([
          { href: staffUrls.announcements(), label: 'Announcements' },
          { href: staffUrls.settings(), label: 'Settings' },
        ]),
      ],
    },
  ];
  return (
    <div className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        <StaffTabs groups={groups} current={pathname} />
      </header>
      {children}
    </div>
  );
}
