import { Fragment, lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { safeReturnPath } from '#base/safe-return-path.ts';
import { AuthorAvatar } from '#features/authors/parts/author-avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { deleteDrafts } from '#ui/form-draft.ts';
import { ChevronDownIcon } from '#ui/icons.tsx';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import type { StaffEntry } from '../components/staff-entry.ts';
import { signOut, useSession } from './session.ts';
import styles from './user-menu.module.css';

const OwnMenu = lazy(() =>
  import('../components/own-menu.tsx').then(
    (module) => ({ default: module.OwnMenu }),
    // A failed download must not break the page.
    () => ({ default: ProfileLink }),
  ),
);

/** The user's menu, or the login links: at the end of the bar, or as rows of its menu on small screens. */
export function UserMenu({ variant }: { variant: 'bar' | 'list' }) {
  const { user } = useSession();
  const staffEntry = useStaffEntry(user !== undefined && user.role !== 'user');
  if (user === undefined) return <LoginLinks variant={variant} />;
  const { username } = user;
  return (
    <Suspense fallback={<ProfileLink username={username} shown={FOR_POINTERS} />}>
      <OwnMenu variant={variant} username={username} staffEntry={staffEntry} onLeave={leaveSession} />
    </Suspense>
  );
}

/** The staff's menu entry, fetched only for staff: nobody else learns that such a page exists. */
function useStaffEntry(isStaff: boolean): StaffEntry | undefined {
  const [entry, setEntry] = useState<StaffEntry>();
  useEffect(() => {
    if (!isStaff) return;
    import('../components/staff-entry.ts').then(
      ({ staffEntry }) => setEntry(staffEntry),
      () => undefined,
    );
  }, [isStaff]);
  return isStaff ? entry : undefined;
}

function leaveSession(): void {
  deleteDrafts();
  void signOut();
}

/** A screen reader that is reading the page begins it again when the link under it goes. */
const FOR_POINTERS = { tabIndex: -1, 'aria-hidden': true } as const;

/** Links to the profile until the menu has loaded, and where it cannot be loaded. */
function ProfileLink({ username, shown }: { username: string; shown?: typeof FOR_POINTERS }) {
  return (
    <a className={styles.trigger} href={urls.profile()} {...shown}>
      <AuthorAvatar name={username} size="small" />
      <span className={styles.name}>{username}</span>
      <ChevronDownIcon size={16} />
    </a>
  );
}

function LoginLinks({ variant }: { variant: 'bar' | 'list' }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  // The static links are the same on all pages; script adds the current page as the place to return to.
  const followTo = (urlOf: (returnTo?: string) => string) => (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const isLoginPage = pathname === urls.login() || pathname === urls.register();
    const from = isLoginPage ? new URLSearchParams(search).get('return') : pathname + search;
    void navigate(urlOf(from === urls.home() ? undefined : safeReturnPath(from)));
  };
  const links = [
    { label: 'Login', href: urls.login(), onClick: followTo(urls.login) },
    { label: 'Register', href: urls.register(), onClick: followTo(urls.register) },
  ];
  if (variant === 'list') {
    return (
      <List className={classNames(styles.rows, styles.loginLinks)}>
        {links.map(({ label, ...link }) => (
          <li key={label}>
            <a className={styles.row} {...link} aria-current={pathname === link.href ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </List>
    );
  }
  return (
    <div className={classNames(styles.bar, styles.loginLinks)}>
      {links.map(({ label, ...link }) => (
        <Fragment key={label}>
          <ButtonLink
            size="small"
            className={label === 'Login' ? styles.plain : undefined}
            {...link}
            aria-current={pathname === link.href ? 'page' : undefined}
          >
            {label}
          </ButtonLink>{' '}
        </Fragment>
      ))}
    </div>
  );
}
