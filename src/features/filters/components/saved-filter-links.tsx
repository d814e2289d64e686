import { useLocation } from 'react-router';
import { List } from '#ui/list.tsx';
import { STORY_FILTER_NAMES } from '../contract/filters.ts';
import { listAddress } from '../rules/filter-words.ts';
import { useOwnFilters } from './own-filters.ts';
import styles from './saved-filter-links.module.css';

/** The reader's saved filters, each a link to the present list with it. */
export function SavedFilterLinks() {
  const location = useLocation();
  const filters = useOwnFilters();
  const noFilter = Object.fromEntries(STORY_FILTER_NAMES.map((name) => [name, undefined]));
  if (filters.length === 0) return null;
  return (
    <List className={styles.links} aria-label="Saved filters">
      {filters.map(({ name, query }) => (
        <li key={name}>
          <a
            className={styles.link}
            href={listAddress(location, { ...noFilter, ...Object.fromEntries(new URLSearchParams(query)) })}
            rel="nofollow"
          >
            {name}
          </a>
        </li>
      ))}
    </List>
  );
}
