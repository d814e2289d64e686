import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatMoment } from '#ui/dates.ts';
import { type InboxEntry, markInboxRead } from '../contract.ts';
import { setInboxCount } from '../parts/inbox-count.ts';
import styles from './own-inbox.module.css';

export type InboxRowProps = { group: InboxEntry; isBusy: boolean; onRead: () => void };

/** Marks a group as read while its page opens, in whichever tab. */
function readOnOpening({ id, is_read }: InboxEntry): void {
  if (is_read) return;
  callApi(markInboxRead, { id }, { keepalive: true }).then(
    ({ unread }) => setInboxCount(unread, true),
    // The page opens all the same, and what it shows stays unread.
    () => undefined,
  );
}

/** One line of an inbox: a link that opens what it is about and marks it as read, or text where nothing can be opened. */
export function InboxRow({ group, isBusy, onRead }: InboxRowProps) {
  const { text, excerpt, url, is_read, newest_at } = group;
  return (
    <li className={classNames(styles.row, !is_read && styles.unread)}>
      <div className={styles.words}>
        <p className={styles.text}>
          {is_read ? null : <span className="visually-hidden">Unread: </span>}
          {url === null ? (
            text
          ) : (
            <a
              className={styles.link}
              href={url}
              onClick={() => readOnOpening(group)}
              onAuxClick={({ button }) => button === 1 && readOnOpening(group)}
            >
              {text}
            </a>
          )}
        </p>
        {excerpt === null ? null : (
          <p className={styles.excerpt} dir="auto">
            {excerpt}
          </p>
        )}
        <p className={styles.quiet}>
          <time dateTime={newest_at}>{formatMoment(newest_at)}</time>
        </p>
      </div>
      {is_read ? null : (
        <Button size="small" busy={isBusy} aria-label={`Mark as read: ${text}`} onClick={onRead}>
          Mark as read
        </Button>
      )}
    </li>
  );
}
