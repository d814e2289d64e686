import { siteName } from '#base/site-name.ts';
import { urls } from '#urls.ts';
import styles from './brand.module.css';

/** The wordmark: a lit lamp and the name. */
export function Brand() {
  return (
    <a className={styles.brand} href={urls.home()}>
      <svg
        className={styles.mark}
        viewBox="0 0 24 24"
        width={24}
        height={24}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.4}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        <path className={styles.light} d="M8.4 3.5h7.2l2.9 8.25h-13Z" />
        <path d="M12 11.75v7.5M8 20.5h8" />
      </svg>
      {siteName()}
    </a>
  );
}
