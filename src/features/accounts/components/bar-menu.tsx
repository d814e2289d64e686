import { AuthorAvatar } from '#features/authors/parts/author-avatar.tsx';
import { LeaveIcon, PenIcon } from '#ui/bar-menu-icons.tsx';
import { ChevronDownIcon, FlagIcon, ShelfIcon, UserIcon } from '#ui/icons.tsx';
import { Menu } from '#ui/menu.tsx';
import { urls } from '#urls.ts';
import styles from '../parts/user-menu.module.css';
import type { StaffEntry } from './staff-entry.ts';

export type BarMenuProps = { username: string; staffEntry: StaffEntry | undefined; onLeave: () => void };

/** The menu of signed-in users on wide screens. It is a chunk of its own, because most visitors are signed out. */
export function BarMenu({ username, staffEntry, onLeave }: BarMenuProps) {
  return (
    <Menu
      label="your menu"
      items={[
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
