import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';
import { List } from './list.tsx';

export type ChipProps = {
  href: string;
  label: string;
  /** Already shortened for reading: '1.2K'. */
  count?: string | number;
  /** The counted things, for screen readers: 'stories'. */
  countLabel?: string;
  current?: boolean;
  size?: 'medium' | 'large';
};

export function Chip({ href, label, count, countLabel, current, size }: ChipProps) {
  return (
    <a
      className={classNames(styles.chip, size === 'large' && styles.large)}
      href={href}
      aria-current={current ? 'true' : undefined}
    >
      <span className={styles.name}>{label}</span>
      {count === undefined ? null : (
        <>
          {' '}
          <span className={styles.count}>
            {count}
            {countLabel === undefined ? null : <span className="visually-hidden"> {countLabel}</span>}
          </span>
        </>
      )}
    </a>
  );
}

/** Chips in a row that wraps; each child becomes one entry of a list. */
export function ChipList(props: { label?: string; children: ReactNode[]; className?: string }) {
  return (
    <List aria-label={props.label} className={classNames(styles.list, props.className)}>
      {props.children.map((chip, at) =>
        chip === null || chip === undefined || chip === false ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the chip inside has its own key
          <li key={at}>{chip}</li>
        ),
      )}
    </List>
  );
}
