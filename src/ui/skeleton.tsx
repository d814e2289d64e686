import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

/** Wraps all placeholders of one list or page and announces once what is loading; the shapes inside are silent. */
export function Skeleton(props: { label: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{props.label}</span>
      <div aria-hidden="true" className={props.className}>
        {props.children}
      </div>
    </div>
  );
}

/** A filled rectangle; its size comes from `className`. */
export function SkeletonBlock({ className }: { className?: string }) {
  return <span className={classNames(styles.block, className)} />;
}

/** Lines exactly as tall as the text that will replace them. */
export function SkeletonText(props: {
  lines?: number;
  size?: 'small' | 'medium' | 'title' | 'heading' | 'prose';
  className?: string;
}) {
  const { lines = 3, size = 'medium', className } = props;
  return (
    <span className={classNames(styles.text, styles[size], className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} className={styles.line} />
      ))}
    </span>
  );
}
