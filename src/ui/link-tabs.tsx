import styles from './link-tabs.module.css';
import { List } from './list.tsx';

export type LinkTabsProps = {
  /** Names the group: 'Sort stories'. */
  label: string;
  tabs: { href: string; label: string; current: boolean }[];
  className?: string;
};

/** Tabs that are links: they work without script, and can be bookmarked and opened side by side. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={className}>
      <div className={styles.tabs}>
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
