import { formatMoment } from '#ui/dates.ts';
import { OrderedList } from '#ui/list.tsx';
import { CommentText } from '../components/comment-text.tsx';
import type { CommentVersion } from '../contract/versions.ts';
import styles from './earlier-texts.module.css';

/** The texts that a comment had before its writer changed it, oldest first. */
export function EarlierTexts({ versions }: { versions: CommentVersion[] }) {
  return (
    <OrderedList className={styles.versions} aria-label="Earlier versions">
      {versions.map(({ content, replaced_at }) => (
        <li key={`${replaced_at} ${content}`} className={styles.version}>
          <p className={styles.time}>Until {formatMoment(replaced_at)}</p>
          <CommentText content={content} />
        </li>
      ))}
    </OrderedList>
  );
}
