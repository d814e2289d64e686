import { FeedIcon } from '#ui/feed-icon.tsx';
import { urls } from '#urls.ts';
import styles from './feed-link.module.css';

/** Leads to the feed of a page, for feed readers. */
export function FeedLink({ of }: { of: string }) {
  return (
    <a
      className={`no-print ${styles.link}`}
      href={urls.feed(of, 'xml')}
      type="application/atom+xml"
      rel="nofollow"
      title="What is new here, for feed readers"
    >
      <FeedIcon size={16} />
      Feed
    </a>
  );
}
