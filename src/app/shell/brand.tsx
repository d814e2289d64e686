import { siteName } from '#base/site-name.ts';
import { draw } from '#ui/icons.tsx';
import { urls } from '#urls.ts';
import styles from './brand.module.css';

/** The wordmark: a lit lamp and the name. */
export function Brand() {
  return (
    <a className={styles.brand} href={urls.home()}>
      {draw(
        { size: 24, className: styles.mark, strokeWidth: 1.4 },
        <>
          <path className={styles.light} d="M8.4 3.5h7.2l2.9 8.25h-13Z" />
          <path d="M12 11.75v7.5M8 20.5h8" />
        </>,
      )}
      {siteName()}
    </a>
  );
}
