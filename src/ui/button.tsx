import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type ButtonStyle = {
  /** 'cautious' opens a question before something is deleted; 'danger' deletes it. */
  variant?: 'primary' | 'quiet' | 'cautious' | 'danger';
  size?: 'medium' | 'small';
  /** As wide as its container. */
  wide?: boolean;
};

export type ButtonProps = Omit<ComponentProps<'button'>, 'style'> &
  ButtonStyle & {
    busy?: boolean;
    /** The text while busy: 'Saving...'. */
    busyText?: string;
  };

function classOf({ variant = 'quiet', size = 'medium', wide }: ButtonStyle, className: string | undefined) {
  return classNames(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    wide && styles.wide,
    className,
  );
}

/** A busy button does nothing but stays focusable, because the focus would be lost otherwise. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, busy = false, busyText, className, children, onClick, ...rest } = props;
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy || rest['aria-disabled'] === true) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ variant, size, wide }, className)}
      onClick={click}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
    >
      {busy ? <span className={styles.working} aria-hidden="true" /> : null}
      {busy && busyText !== undefined ? busyText : children}
    </button>
  );
}

export type ButtonLinkProps = Omit<ComponentProps<'a'>, 'style' | 'href'> & ButtonStyle & { href: string };

export function ButtonLink({ variant, size, wide, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={classOf({ variant, size, wide }, className)}>
      {children}
    </a>
  );
}
