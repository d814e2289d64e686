import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './prose.module.css';

export type ProseProps = Omit<ComponentProps<'div'>, 'style' | 'dangerouslySetInnerHTML'> & {
  /** HTML that the server has already cleaned; instead of children. */
  html?: string;
};

/** Text made for long reading. */
export function Prose({ html, className, children, ...rest }: ProseProps) {
  const classes = classNames(styles.prose, className);
  if (html === undefined) {
    return (
      <div {...rest} className={classes}>
        {children}
      </div>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server on the way in, that is its only form
  return <div {...rest} className={classes} dangerouslySetInnerHTML={{ __html: html }} />;
}
