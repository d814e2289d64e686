import { useNewChapters } from '#features/reactions/parts/new-chapters-count.ts';
import { Late } from '#ui/late.tsx';
import type { MarkReadProps } from '../components/mark-read.tsx';
import styles from './new-chapters.module.css';

const load = () => import('../components/mark-read.tsx').then(({ MarkRead }) => MarkRead);

/** How many chapters of a followed story are new, beside the heading of its chapters, and the way to mark them as read. */
export function NewChapters(of: Omit<MarkReadProps, 'count'>) {
  const count = useNewChapters(of.storyId);
  return count === 0 ? (
    <span className={styles.room} data-loads-later="" />
  ) : (
    <Late load={load} props={{ ...of, count }} className={styles.room} />
  );
}
