import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './disclosure.module.css';
import { ChevronDownIcon } from './icons.tsx';

export type DisclosureProps = {
  /** 'Show Preview' */
  showLabel: string;
  /** 'Hide Preview'; the same as the other by default. */
  hideLabel?: string;
  /** May be missing when a stylesheet folds the content. */
  children?: ReactNode;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Opens it when this becomes true: something inside needs attention. */
  opens?: boolean;
  className?: string;
};

/** Shows and hides what is below it, also without script. */
export function Disclosure(props: DisclosureProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const { defaultOpen = false } = props;
  const latest = useRef(props.onOpenChange);
  useEffect(() => {
    latest.current = props.onOpenChange;
  });
  // It may have been opened before the script loaded, which receives only later changes.
  useEffect(() => {
    const isOpen = element.current?.open ?? defaultOpen;
    if (isOpen !== defaultOpen) latest.current?.(isOpen);
  }, [defaultOpen]);
  const { opens = false } = props;
  useEffect(() => {
    if (opens && element.current !== null) element.current.open = true;
  }, [opens]);
  return (
    <details
      ref={element}
      className={classNames(styles.disclosure, props.className)}
      open={props.defaultOpen}
      onToggle={(event) => props.onOpenChange?.(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        {props.hideLabel === undefined ? (
          props.showLabel
        ) : (
          <>
            <span className={styles.show}>{props.showLabel}</span>{' '}
            <span className={styles.hide}>{props.hideLabel}</span>
          </>
        )}
        <ChevronDownIcon size={16} />
      </summary>
      {props.children === undefined ? null : <div className={styles.content}>{props.children}</div>}
    </details>
  );
}
