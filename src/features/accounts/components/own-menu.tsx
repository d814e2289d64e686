import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { AuthorAvatar } from '#features/authors/parts/author-avatar.tsx';
import { unreadCount } from '#features/follows/parts/unread-count.ts';
import { useInboxCount } from '#features/inbox/parts/inbox-count.ts';
import type { Work } from '#features/moderation/parts/waiting-work-count.ts';
import { InboxIcon, LeaveIcon, PenIcon } from '#ui/bar-menu-icons.tsx';
import { FollowIcon } from '#ui/follow-icon.tsx';
import { ChevronDownIcon, FlagIcon, ShelfIcon, UserIcon } from '#ui/icons.tsx';
import { List } from '#ui/list.tsx';
import { Menu } from '#ui/menu.tsx';
import { urls } from '#urls.ts';
import styles from '../parts/user-menu.module.css';
import type { StaffEntry } from './staff-entry.ts';
import { useCountWhenSeen } from './use-count-when-seen.ts';

export type OwnMenuProps = {
  variant: 'bar' | 'list';
  username: string;
  staffEntry: StaffEntry | undefined;
  onLeave: () => void;
};

/** The menu of the signed-in, in the bar or as rows. It is a chunk of its own, because most visitors are signed out. */
export function OwnMenu(props: OwnMenuProps) {
  const unread = useInboxCount();
  // The button that opens the menu on small screens has a dot by this.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-unread', unread > 0);
    return () => document.documentElement.removeAttribute('data-unread');
  }, [unread]);
  return props.variant === 'bar' ? (
    <BarMenu {...props} unread={unread} />
  ) : (
    <ListMenu {...props} unread={unread} />
  );
}

/** A number beyond which the exact one matters to nobody. */
const MOST_SHOWN = 99;
const shown = (unread: number) => (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread));

const updatesLabel = (newChapters: number) => (newChapters === 0 ? 'Updates' : `Updates (${newChapters})`);

const inboxLabel = (unread: number) => (unread === 0 ? 'Inbox' : `Inbox (${shown(unread)})`);

type Props = Omit<OwnMenuProps, 'variant'> & { unread: number };

function BarMenu({ username, staffEntry, onLeave, unread }: Props) {
  const [newChapters, setNewChapters] = useState(0);
  const [work, setWork] = useState<Work>();
  // The counts are asked for when the menu is likely to be opened; no page does that by itself.
  const prepare = () => {
    void unreadCount.read().then(setNewChapters);
    void staffEntry?.work.read().then(setWork);
  };
  return (
    <Menu
      label="your menu"
      onNear={prepare}
      items={[
        {
          label: updatesLabel(newChapters),
          icon: <FollowIcon />,
          href: urls.updates(),
        },
        { label: inboxLabel(unread), icon: <InboxIcon />, href: urls.inbox() },
        { label: 'New Story', icon: <PenIcon />, href: urls.createStory() },
        { label: 'Shelves', icon: <ShelfIcon />, href: urls.shelves() },
        { label: 'Profile', icon: <UserIcon />, href: urls.profile() },
        ...(staffEntry === undefined ? [] : [{ ...staffEntry.linkFor(work), icon: <FlagIcon /> }]),
        { label: 'Logout', icon: <LeaveIcon />, onSelect: onLeave },
      ]}
    >
      <span className={styles.avatar}>
        <AuthorAvatar name={username} size="small" />
        {unread === 0 ? null : (
          <span className={styles.unread} aria-hidden="true">
            {shown(unread)}
          </span>
        )}
      </span>
      <span className={styles.name}>{username}</span>
      <ChevronDownIcon size={16} />
      {unread === 0 ? null : <span className="visually-hidden">{shown(unread)} unread,</span>}
    </Menu>
  );
}

/** The same as rows in the menu of small screens. */
function ListMenu({ username, staffEntry, onLeave, unread }: Props) {
  const [updatesPlace, newChapters = 0] = useCountWhenSeen(unreadCount);
  return (
    <div>
      <p className={styles.user}>
        <AuthorAvatar name={username} size="small" />
        <span className={styles.name}>{username}</span>
      </p>
      <List className={styles.rows}>
        <Row ref={updatesPlace} href={urls.updates()}>
          {updatesLabel(newChapters)}
        </Row>
        <Row href={urls.inbox()}>{inboxLabel(unread)}</Row>
        <Row href={urls.createStory()}>New Story</Row>
        <Row href={urls.shelves()}>Shelves</Row>
        <Row href={urls.profile()}>Profile</Row>
        {staffEntry === undefined ? null : <StaffRow staffEntry={staffEntry} />}
        <li>
          <button type="button" className={styles.row} onClick={onLeave}>
            Logout
          </button>
        </li>
      </List>
    </div>
  );
}

function StaffRow({ staffEntry }: { staffEntry: StaffEntry }) {
  const [place, work] = useCountWhenSeen(staffEntry.work);
  const { label, href } = staffEntry.linkFor(work);
  return (
    <Row ref={place} href={href}>
      {label}
    </Row>
  );
}

type RowProps = { ref?: Ref<HTMLLIElement>; href: string; children: ReactNode };

function Row({ ref, href, children }: RowProps) {
  const { pathname } = useLocation();
  return (
    <li ref={ref}>
      <a className={styles.row} href={href} aria-current={pathname === href ? 'page' : undefined}>
        {children}
      </a>
    </li>
  );
}
