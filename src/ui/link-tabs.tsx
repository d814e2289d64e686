import styles from './link-tabs.module.css';
import { List } from './list.tsx';
import { useCurrentInView } from './use-current-in-view.ts';

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
  const current = tabs.find((tab) => tab.current)?.href;
  const row = useCurrentInView([current, ...tabs.map((tab) => tab.label)].join(), FADE_PIXELS);

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
