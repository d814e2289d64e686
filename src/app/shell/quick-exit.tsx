import { ExitIcon } from '#ui/icons.tsx';
import { useKeyHints } from '#ui/use-key-hints.ts';
import { urls } from '#urls.ts';
import styles from './quick-exit.module.css';

/**
 * Leaves the page at once. boot.ts answers the press from the first paint on: it covers the page and loads another in
 * its place. Without script it is a plain link to that page.
 */
export function QuickExit() {
  const { hasKeys, noticePointer } = useKeyHints();
  return (
    <a
      className={styles.exit}
      href={urls.exit()}
      rel="nofollow noreferrer"
      title={hasKeys ? 'Quick exit (Shift, three times)' : 'Quick exit'}
      onPointerEnter={noticePointer}
      data-quick-exit=""
    >
      <ExitIcon />
      <span className={styles.words}>Quick exit</span>
    </a>
  );
}
