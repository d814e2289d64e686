import type { ReactNode } from 'react';
import { siteName } from '#base/site-name.ts';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import { Brand } from './brand.tsx';
import { BrowserSwitches } from './browser-switches.tsx';
import styles from './footer.module.css';

const LINKS = [
  { label: 'Guidelines', href: urls.guidelines() },
  { label: 'Privacy', href: urls.privacy() },
  { label: 'Help', href: urls.help() },
  { label: 'Terms', href: urls.terms() },
  { label: 'FAQ', href: urls.faq() },
  { label: 'DMCA', href: urls.takedownRequest() },
  { label: 'Contact', href: urls.contact() },
];

/** `children` are shown beside the blurb, such as a sign-up form. */
export function Footer({ children }: { children?: ReactNode }) {
  return (
    <footer className={styles.footer}>
      <div className="page-width">
        <div className={styles.top}>
          <div className={styles.about}>
            <Brand />
            <p className={styles.blurb}>Fiction for grown-ups, to be read by lamplight and put down late.</p>
          </div>
          {children}
          <nav className={styles.pages} aria-label="About this site">
            <List className={styles.links}>
              {LINKS.map((link) => (
                <li key={link.href}>
                  <a className={styles.link} href={link.href}>
                    {link.label}
                  </a>
                </li>
              ))}
            </List>
          </nav>
        </div>
        <div className={styles.hiddenBlock}>
          <a className={styles.link} href={urls.allStories()}>
            All stories
          </a>
        </div>
        <div className={styles.bottom}>
          {/* A page cached before New Year may be hydrated after it. */}
          <p suppressHydrationWarning>
            {`© ${new Date().getUTCFullYear()} ${siteName()}. Stories belong to their authors.`}
          </p>
          <p>For adults only, 18 or older.</p>
          <div className={`needs-script ${styles.switches}`}>
            <BrowserSwitches />
          </div>
        </div>
      </div>
    </footer>
  );
}
