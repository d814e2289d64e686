import { classNames } from '#ui/class-names.ts';
import { urls } from '#urls.ts';
import styles from './feed-link.module.css';

/** Leads to the feed of a page, for feed readers; centred below lists. */
export function FeedLink({ of, isCentred = false }: { of: string; isCentred?: boolean }) {
  return (
    <a
      className={classNames('no-print', styles.link, isCentred && styles.centred)}
      href={urls.feed(of, 'xml')}
      type="application/atom+xml"
      rel="nofollow"
      title="What is new here, for feed readers"
    >
      Feed
    </a>
  );
}
