import { type KeyboardEvent, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { siteName } from '#base/site-name.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { draw } from '#ui/icons.tsx';
import styles from './content-warning.module.css';
import { focusPage } from './focus-page.ts';

const EXIT_URL = 'https://duckduckgo.com/';

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-warning'] });
  return () => observer.disconnect();
}

/** Whether the visitor still has to confirm their age; false on the server and without script. */
export function useIsWarningShown(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.warning === 'ask',
    () => false,
  );
}

/** Tab cycles inside the panel; the rest of the page is inert, but the browser's own bars are not. */
function trapFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Tab') return;
  const focusables = event.currentTarget.querySelectorAll<HTMLElement>('a[href], button');
  const first = focusables[0];
  const last = focusables[focusables.length - 1];
  const focused = document.activeElement;
  if (event.shiftKey && (focused === first || focused === event.currentTarget)) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && focused === last) {
    event.preventDefault();
    first?.focus();
  }
}

/**
 * Every page's HTML begins with this warning, the same for everyone: on a slow connection the cover arrives before the
 * content it covers. boot.js decides before the first paint whether it is shown, focuses it, makes the page under it
 * inert (shell.tsx), and answers the button marked `data-accept-warning`. This component turns the shown warning into a
 * modal dialog and maintains that state. Readers' tools leave out what is in an aside.
 */
export function ContentWarning() {
  const isShown = useIsWarningShown();
  const wasShown = useRef(false);
  const panel = useRef<HTMLElement>(null);
  const id = useId();

  useEffect(() => {
    const isFocused = panel.current?.contains(document.activeElement) === true;
    if (isShown && !isFocused) panel.current?.focus({ preventScroll: true });
    else if (!isShown && wasShown.current) focusPage();
    wasShown.current = isShown;
  }, [isShown]);

  return (
    <aside className={styles.warning} data-nosnippet="">
      <section
        ref={panel}
        className={classNames('page-width', styles.panel)}
        aria-labelledby={`${id}-title`}
        data-warning-panel=""
        suppressHydrationWarning
        {...(isShown
          ? {
              role: 'dialog',
              'aria-modal': true,
              'aria-describedby': `${id}-text`,
              tabIndex: -1,
              onKeyDown: trapFocus,
            }
          : {})}
      >
        {draw(
          { size: 44, className: styles.ornament, strokeWidth: 1 },
          <>
            <path className={styles.light} d="M8.4 3.5h7.2l2.9 8.25h-13Z" />
            <path d="M12 11.75v7.5M8 20.5h8" />
          </>,
        )}
        <h2 className={styles.title} id={`${id}-title`}>
          For adult readers
        </h2>
        <p className={styles.text} id={`${id}-text`}>
          {siteName()} publishes fiction for adults; some of it is explicit or deals with sensitive matters.
          Please read on only if you are at least 18 years old, or of the age of majority where you live if
          that is higher, and want to read it.{' '}
          <span className={styles.consent}>
            By continuing you confirm that you are of legal age and consent to sensitive material.
          </span>
        </p>
        <div className={styles.actions}>
          <ButtonLink href={EXIT_URL} rel="noreferrer">
            Exit Site
          </ButtonLink>{' '}
          <span className="needs-script">
            <Button variant="primary" wide data-accept-warning="">
              I Understand, Continue
            </Button>
          </span>
        </div>
      </section>
    </aside>
  );
}
