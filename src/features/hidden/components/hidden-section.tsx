import { type ReactNode, useId } from 'react';
import { Row, Rows } from '#ui/rows.tsx';
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
        <Rows>
          {items.map(({ name, label, href }) => (
            <Row
              key={name}
              actions={
                <HideForm kind={kind} name={name} isHidden onDone={onDone}>
                  Show again<span className="visually-hidden"> {label}</span>
                </HideForm>
              }
            >
              {href === undefined ? (
                <span className={styles.quiet}>{label}</span>
              ) : (
                <a className={styles.name} href={href}>
                  {label}
                </a>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {children}
    </section>
  );
}
