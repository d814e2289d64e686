import { storedRuleTitle } from '#features/legal/rules.ts';
import { staffUrls } from '#staff-urls.ts';
import { formatMoment } from '#ui/dates.ts';
import { OrderedList } from '#ui/list.tsx';
import { type LogEntry, loggedActionLabels } from '../contract/moderation.ts';
import styles from './log-entry-list.module.css';

/** Actions of moderators, admins and the operator, as the log describes them. */
export function LogEntryList({ entries, label }: { entries: LogEntry[]; label: string }) {
  return (
    <OrderedList aria-label={label} className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <p className={styles.head}>
            <span className={styles.action}>{loggedActionLabels[entry.action]}</span>
            <span className={styles.about}>{aboutOf(entry)}</span>
            <span className={styles.when}>
              <time dateTime={entry.happened_at}>{formatMoment(entry.happened_at)}</time>, by{' '}
              {entry.actor_name ?? 'the operator'}
              {entry.actor_role === 'admin' ? ' (admin)' : ''}
            </span>
          </p>
          {entry.rule === null ? null : <p className={styles.rule}>{storedRuleTitle(entry.rule)}</p>}
          {entry.passage === '' ? null : <blockquote className={styles.passage}>{entry.passage}</blockquote>}
          {entry.note === '' ? null : <p className={styles.note}>{entry.note}</p>}
          <p className={styles.links}>
            <span className="numerals">#{entry.id}</span>
            {entry.answers === null ? null : <span>answers the appeal against #{entry.answers}</span>}
            {entry.by_same_moderator ? (
              <span>answered by the same moderator, as no other one could answer</span>
            ) : null}
            {entry.case_id === null ? null : (
              <a href={staffUrls.queue({ case: entry.case_id })}>Case {entry.case_id}</a>
            )}
            {entry.takedown_id === null ? null : <span>Legal request {entry.takedown_id}</span>}
          </p>
        </li>
      ))}
    </OrderedList>
  );
}

function aboutOf({ story_title, list_title, comment_excerpt, account_name, tag_name, tag_target }: LogEntry) {
  if (tag_name !== null) return `“${tag_name}” → “${tag_target}”`;
  const title = story_title ?? list_title ?? comment_excerpt;
  if (title === null) return account_name;
  return account_name === null ? title : `${title}, by ${account_name}`;
}
