import { type ReactNode, useId } from 'react';
import { List } from '#ui/list.tsx';
import type { HiddenKind } from '../contract.ts';
import { HideForm, type HideFormProps } from '../parts/hide-form.tsx';
import styles from './hidden-section.module.css';

export type HiddenSectionProps = Pick<HideFormProps, 'onDone'> & {
  kind: HiddenKind;
  title: string;
  items: { name: string; label: string; href?: string }[];
  children?: ReactNode;
};

/** The hidden items of one kind, each with a button that shows it again. */
export function HiddenSection({ kind, title, items, onDone, children }: HiddenSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {items.length === 0 ? null : (
        <List className={styles.list}>
          {items.map(({ name, label, href }) => (
            <li key={name} className={styles.row}>
              {href === undefined ? (
                <span className={styles.quiet}>{label}</span>
              ) : (
                <a className={styles.name} href={href}>
                  {label}
                </a>
              )}
              <HideForm kind={kind} name={name} isHidden onDone={onDone}>
                Show again<span className="visually-hidden"> {label}</span>
              </HideForm>
            </li>
          ))}
        </List>
      )}
      {children}
    </section>
  );
}
