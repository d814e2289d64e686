import { useState } from 'react';
import { AuthorAvatar } from '#features/authors/parts/author-avatar.tsx';
import { unreadCount } from '#features/follows/parts/unread-number.tsx';
import { LeaveIcon, PenIcon } from '#ui/bar-menu-icons.tsx';
import { FollowIcon } from '#ui/follow-icon.tsx';
import { ChevronDownIcon, FlagIcon, ShelfIcon, UserIcon } from '#ui/icons.tsx';
import { Menu } from '#ui/menu.tsx';
import { urls } from '#urls.ts';
import styles from '../parts/user-menu.module.css';
import type { StaffEntry } from './staff-entry.ts';

export type BarMenuProps = { username: string; staffEntry: StaffEntry | undefined; onLeave: () => void };

/** The menu of signed-in users on wide screens. It is a chunk of its own, because most visitors are signed out. */
export function BarMenu({ username, staffEntry, onLeave }: BarMenuProps) {
  const [unread, setUnread] = useState(0);
  // The count is asked for when the menu is likely to be opened; no page does that by itself.
  const prepare = () => void unreadCount().then(setUnread);
  return (
    <Menu
      label="your menu"
      onNear={prepare}
      items={[
        {
          label: unread === 0 ? 'Updates' : `Updates (${unread})`,
          icon: <FollowIcon />,
          href: urls.updates(),
        },
        { label: 'New Story', icon: <PenIcon />, href: urls.createStory() },
        { label: 'Shelves', icon: <ShelfIcon />, href: urls.shelves() },
        { label: 'Profile', icon: <UserIcon />, href: urls.profile() },
        ...(staffEntry === undefined ? [] : [{ ...staffEntry, icon: <FlagIcon /> }]),
        { label: 'Logout', icon: <LeaveIcon />, onSelect: onLeave },
      ]}
    >
      <AuthorAvatar name={username} size="small" />
      <span className={styles.name}>{username}</span>
      <ChevronDownIcon size={16} />
    </Menu>
  );
}
