import { classNames } from '#ui/class-names.ts';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import { CARD_TAGS_SHOWN } from '../contract/tags.ts';
import styles from './card-tags.module.css';

export type CardTagsProps = {
  /** isMatched: the reader searched for this tag. */
  tags: readonly { name: string; isMatched?: boolean }[];
  className?: string | undefined;
};

/** The first of a story's tags, and the number of the others. */
export function CardTags({ tags, className }: CardTagsProps) {
  const shown = tags.slice(0, CARD_TAGS_SHOWN);
  const more = tags.length - shown.length;
  if (shown.length === 0) return null;
  return (
    <List className={classNames(styles.tags, className)} aria-label="Tags">
      {shown.map(({ name, isMatched }) => (
        <li key={name}>
          <a className={classNames(styles.tag, isMatched && styles.matched)} href={urls.tag(name)}>
            {name}
          </a>
        </li>
      ))}
      {more > 0 ? <li className={styles.more}>+{more} more</li> : null}
    </List>
  );
}
