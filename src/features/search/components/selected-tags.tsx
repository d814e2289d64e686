import { CloseIcon } from '#ui/icons.tsx';
import { List } from '#ui/list.tsx';
import { clearedSearchUrl, type SearchParams, searchUrl, toggledTags } from './search-params.ts';
import styles from './selected-tags.module.css';

/** The tags that narrow a search; a click removes one. */
export function SelectedTags({ params }: { params: SearchParams }) {
  if (params.tags.length === 0) return null;
  return (
    <div className={styles.chosen}>
      <List aria-label="Chosen tags" className={styles.tags}>
        {params.tags.map((tag) => (
          <li key={tag}>
            <a
              className={styles.tag}
              href={searchUrl(params, { tags: toggledTags(params, tag) })}
              aria-label={`Remove the tag ${tag}`}
            >
              {tag}
              <CloseIcon size={14} />
            </a>
          </li>
        ))}
      </List>
      <a className={styles.clear} href={clearedSearchUrl(params)}>
        Clear all filters
      </a>
    </div>
  );
}
