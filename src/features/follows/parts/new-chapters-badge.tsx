import { useNewChapters } from '#features/reactions/parts/new-chapters-count.ts';
import styles from './new-chapters-badge.module.css';

/** How many chapters of a followed story are new, on its card: over the cover's edge, where nothing makes room for it. */
export function NewChaptersBadge({ storyId }: { storyId: number }) {
  const count = useNewChapters(storyId);
  if (count === 0) return null;
  return (
    <p className={styles.badge}>
      {count} new<span className="visually-hidden"> {count === 1 ? 'chapter' : 'chapters'}</span>
    </p>
  );
}
