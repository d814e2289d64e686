import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon, MenuIcon } from '#ui/icons.tsx';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import { Brand } from './brand.tsx';
import styles from './navbar.module.css';
import { QuickExit } from './quick-exit.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const SCROLLED_AFTER_PIXELS = 10;

const SECTIONS = [
  { label: 'Stories', href: urls.home(), holds: /^\/(stories|story\/.*)?$/ },
  { label: 'Tags', href: urls.tags(), holds: /^\/(tags|tag\/.*)$/ },
  { label: 'Authors', href: urls.authors(), holds: /^\/(authors|author\/.*)$/ },
];

/** 'page' on the section's own page, 'true' on the pages it holds. */
function ariaCurrentOf(section: (typeof SECTIONS)[number], pathname: string): 'page' | 'true' | undefined {
  if (pathname === section.href) return 'page';
  return section.holds.test(pathname) ? 'true' : undefined;
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > SCROLLED_AFTER_PIXELS);
    read();
    window.addEventListener('scroll', read, { passive: true });
    return () => window.removeEventListener('scroll', read);
  }, []);
  return scrolled;
}

export type NavbarProps = {
  /** Shown at the bar's end on wide screens: search, user menu. */
  end?: ReactNode;
  /** The same entries in the collapsible menu of small screens. */
  mobileEnd?: ReactNode;
};

export function Navbar({ end, mobileEnd }: NavbarProps) {
  const location = useLocation();
  const scrolled = useScrolled();
  const menuId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  // The menu is open only on the page where it was opened, so any navigation closes it.
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === location.key;

  useEffect(() => {
    if (!open) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      setOpenOn(undefined);
      toggle.current?.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);

  return (
    <header className={classNames(styles.bar, scrolled && styles.scrolled, open && styles.open)}>
      <div className={classNames('page-width', styles.row)}>
        <Brand />
        <nav className={styles.menu} id={menuId} aria-label="Main">
          <List className={styles.links}>
            {SECTIONS.map((section) => (
              <li key={section.href}>
                <a
                  className={styles.link}
                  href={section.href}
                  aria-current={ariaCurrentOf(section, location.pathname)}
                >
                  {section.label}
                </a>
              </li>
            ))}
          </List>
          {mobileEnd === undefined ? null : <div className={styles.mobileEnd}>{mobileEnd}</div>}
        </nav>
        <div className={styles.end}>
          {end === undefined ? null : <div className={styles.wideEnd}>{end}</div>}
          <QuickExit />
          <ThemeSwitch />
          <IconButton
            ref={toggle}
            className={styles.toggle}
            label={open ? 'Close menu' : 'Open menu'}
            icon={open ? <CloseIcon size={22} /> : <MenuIcon size={22} />}
            aria-expanded={open}
            aria-controls={menuId}
            onClick={() => setOpenOn(open ? undefined : location.key)}
          />
        </div>
      </div>
    </header>
  );
}
