import { useEffect, useRef } from 'react';
import styles from './link-tabs.module.css';
import { List } from './list.tsx';

/** The width of the fading edge, as the stylesheet has it. */
const FADE_PIXELS = 32;

export type LinkTabsProps = {
  /** Names the group: 'Sort stories'. */
  label: string;
  tabs: { href: string; label: string; current: boolean }[];
  className?: string;
};

/** Tabs that are links: they work without script, and can be bookmarked and opened side by side. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  const row = useRef<HTMLDivElement>(null);
  const current = tabs.find((tab) => tab.current)?.href;

  // On a narrow screen the row scrolls sideways, and its last tab may be the current one.
  useEffect(() => {
    const right = current && row.current?.querySelector('[aria-current]')?.getBoundingClientRect().right;
    if (row.current && right)
      row.current.scrollLeft += Math.max(0, right + FADE_PIXELS - row.current.getBoundingClientRect().right);
  }, [current]);

  return (
    <nav aria-label={label} className={className}>
      <div className={styles.tabs} ref={row}>
        <List className={styles.list}>
          {tabs.map((tab) => (
            <li key={tab.href}>
              <a className={styles.tab} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
                {tab.label}
              </a>
            </li>
          ))}
        </List>
      </div>
    </nav>
  );
}
