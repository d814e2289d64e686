import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import styles from './profile-section.module.css';
import type { SettingsSection } from './settings-sections.ts';

export type ProfileSectionProps = {
  /** The part of an address that leads to this section. */
  anchor?: SettingsSection;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  danger?: boolean;
  /** The heading level: below a heading of its tab, or the tab's own. */
  as?: 'h2' | 'h3';
};

/** One section of the account: its description, and beside or (on small screens) below it the controls. */
export function ProfileSection(props: ProfileSectionProps) {
  const { anchor, title, text, children, danger = false, as: Title = 'h3' } = props;
  const id = useId();
  const section = useRef<HTMLElement>(null);
  // The settings come after the page, too late for the browser to follow the address to a section.
  useEffect(() => {
    if (anchor !== undefined && window.location.hash === `#${anchor}`) section.current?.scrollIntoView();
  }, [anchor]);
  return (
    <section
      ref={section}
      id={anchor}
      className={classNames(styles.section, danger && styles.danger)}
      aria-labelledby={id}
    >
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
