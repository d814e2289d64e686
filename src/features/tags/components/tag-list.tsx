import { plural } from '#base/text.ts';
import { classNames } from '#ui/class-names.ts';
import { List } from '#ui/list.tsx';
import { TextSeparator } from '#ui/text-separator.tsx';
import { urls } from '#urls.ts';
import { type Tag, TRENDING_BAR_CAP } from '../contract/tags.ts';
import styles from './tag-list.module.css';

export type TagListProps = {
  tags: Tag[];
  /** The accessible name of the list. */
  label: string;
  /** Shows each tag's current trending score. */
  hasTrend?: boolean;
};

/** Tags like the entries of a book's index: the name, leader dots, the number. */
export function TagList({ tags, label, hasTrend = false }: TagListProps) {
  return (
    <List aria-label={label} className={classNames(styles.tiles, hasTrend && styles.trending)}>
      {tags.map((tag) => (
        <li key={tag.id}>
          <a className={styles.tile} href={urls.tag(tag.name)}>
            <span className={styles.name}>{tag.name}</span>
            {hasTrend ? (
              <Badge score={tag.trending_score} />
            ) : (
              <span className={styles.dots} aria-hidden="true" />
            )}
            <TextSeparator />
            <span className={styles.count}>{plural(tag.story_count, 'story', 'stories')}</span>
            {hasTrend ? <Bar score={tag.trending_score} /> : null}
          </a>
        </li>
      ))}
    </List>
  );
}

function Badge({ score }: { score: number }) {
  if (score <= 0) return null;
  return (
    <>
      <TextSeparator />
      <span className={styles.badge}>Trending</span>
    </>
  );
}

/** A tag's score relative to the highest one. The width is an attribute: the policy allows no style attributes. */
function Bar({ score }: { score: number }) {
  if (score <= 0) return null;
  return (
    <svg
      className={styles.bar}
      viewBox={`0 0 ${TRENDING_BAR_CAP} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Score ${score} of ${TRENDING_BAR_CAP}`}
    >
      <rect className={styles.track} width={TRENDING_BAR_CAP} height="1" />
      <rect className={styles.fill} width={Math.min(score, TRENDING_BAR_CAP)} height="1" />
    </svg>
  );
}
