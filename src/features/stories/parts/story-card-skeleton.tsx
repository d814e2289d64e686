import { classNames } from '#ui/class-names.ts';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import card from '../components/story-card.module.css';
import styles from './story-card-skeleton.module.css';
import grid from './story-grid.module.css';

function StoryCardSkeleton() {
  return (
    <span className={classNames(styles.card, card.card)}>
      <SkeletonText lines={1} className={styles.title} />
      <SkeletonText lines={1} size="small" className={styles.author} />
      <SkeletonText lines={3} className={styles.synopsis} />
      <SkeletonText lines={2} size="small" className={styles.tags} />
      <SkeletonText lines={1} size="small" className={styles.foot} />
    </span>
  );
}

/** A grid of as many placeholder cards as will load, each of a typical height. */
export function StoryGridSkeleton({ count, label = 'Loading stories' }: { count: number; label?: string }) {
  return (
    <Skeleton label={label} className={grid.grid}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
        <StoryCardSkeleton key={at} />
      ))}
    </Skeleton>
  );
}
