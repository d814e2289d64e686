import { CloseIcon } from '#ui/icons.tsx';
import { List } from '#ui/list.tsx';
import { type Asked, addressOf, clearedAddress, toggledTag } from './search-params.ts';
import styles from './selected-tags.module.css';

/** The tags that narrow a search; a click removes one. */
export function ChosenTags({ asked }: { asked: Asked }) {
  if (asked.tags.length === 0) return null;
  return (
    <div className={styles.chosen}>
      <List aria-label="Chosen tags" className={styles.tags}>
        {asked.tags.map((tag) => (
          <li key={tag}>
            <a
              className={styles.tag}
              href={addressOf(asked, { tags: toggledTag(asked, tag) })}
              aria-label={`Remove the tag ${tag}`}
            >
              {tag}
              <CloseIcon size={14} />
            </a>
          </li>
        ))}
      </List>
      <a className={styles.clear} href={clearedAddress(asked)}>
        Clear all filters
      </a>
    </div>
  );
}
