import { type ComponentProps, useMemo } from 'react';
import { classNames } from './class-names.ts';
import styles from './prose.module.css';
import { trustedHtml } from './trusted-html.ts';

export type ProseProps = Omit<ComponentProps<'div'>, 'style' | 'dangerouslySetInnerHTML'> & {
  /** HTML that the server has already cleaned; replaces children. */
  html?: string;
};

/** Text for long reading. */
export function Prose({ html, className, children, ...rest }: ProseProps) {
  const classes = classNames(styles.prose, className);
  const inner = useMemo(() => (html === undefined ? undefined : { __html: trustedHtml(html) }), [html]);
  if (inner === undefined) {
    return (
      <div {...rest} className={classes}>
        {children}
      </div>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server on the way in, that is its only form
  return <div dir="auto" {...rest} className={classes} dangerouslySetInnerHTML={inner} />;
}
