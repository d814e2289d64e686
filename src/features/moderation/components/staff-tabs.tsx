import { useId } from 'react';
import { List } from '#ui/list.tsx';
import { useCurrentInView } from '#ui/use-current-in-view.ts';
import styles from './staff-tabs.module.css';

export type StaffTabGroup = { name: string; tabs: { href: string; label: string }[] };

export type StaffTabsProps = { groups: StaffTabGroup[]; current: string };

/** The staff pages in named rows, each of which scrolls where a screen is narrow. */
export function StaffTabs({ groups, current }: StaffTabsProps) {
  return (
    <nav aria-label="Moderation" className={styles.groups}>
      {groups.map((group) => (
        <Row key={group.name} {...group} current={current} />
      ))}
    </nav>
  );
}

function Row({ name, tabs, current }: StaffTabGroup & { current: string }) {
  const id = useId();
  const row = useCurrentInView([current, ...tabs.map(({ label }) => label)].join());
  return (
    <div className={styles.row} ref={row}>
      <span id={id} className={styles.name}>
        {name}
      </span>
      <List className={styles.list} aria-labelledby={id}>
        {tabs.map(({ href, label }) => (
          <li key={href}>
            <a className={styles.tab} href={href} aria-current={href === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </List>
    </div>
  );
}
