import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import styles from './profile-section.module.css';

export type ProfileSectionProps = {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  danger?: boolean;
  /** The heading level: below a heading of its tab, or the tab's own. */
  as?: 'h2' | 'h3';
};

/** One section of the account: its description, and beside or (on small screens) below it the controls. */
export function ProfileSection(props: ProfileSectionProps) {
  const { title, text, children, danger = false, as: Title = 'h3' } = props;
  const id = useId();
  return (
    <section className={classNames(styles.section, danger && styles.danger)} aria-labelledby={id}>
      <div className={styles.about}>
        <Title className={styles.title} id={id}>
          {title}
        </Title>
        {text === undefined ? null : <p className={styles.text}>{text}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
