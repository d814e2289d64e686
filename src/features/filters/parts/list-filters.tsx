import { useLocation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { RemovableChips } from '#ui/removable-chips.tsx';
import { urls } from '#urls.ts';
import { FilterPanel } from '../components/filter-panel.tsx';
import type { StoryFilterName } from '../contract/filters.ts';
import { filterParts, listAddress, unfilteredAddress } from '../rules/filter-words.ts';
import { filterQuery, type PageListView } from '../rules/list-request.ts';
import styles from './list-filters.module.css';

export type ListFiltersProps = {
  view: PageListView;
  /** The number of stories that pass. */
  total: number;
  /** A part whose chips the page shows elsewhere. */
  chipsWithout?: StoryFilterName;
};

/** The filter of a list: its parts as chips that can be removed, and the panel that changes them. */
export function ListFilters({ view, total, chipsWithout }: ListFiltersProps) {
  const location = useLocation();
  const parts = filterParts(view.filter).filter(({ name }) => name !== chipsWithout);
  const query = filterQuery(new URLSearchParams(view.filter));
  return (
    <div className={styles.filters}>
      <div className={styles.row}>
        <ButtonLink
          size="small"
          href={listAddress(location, { filters: view.isPanelOpen ? undefined : 'open' })}
          aria-expanded={view.isPanelOpen}
          rel="nofollow"
        >
          Filter{parts.length === 0 ? '' : ` (${parts.length})`}
        </ButtonLink>
        {parts.length === 0 ? null : (
          <RemovableChips
            label="Filters in use"
            chips={parts.map(({ name, rest, label }) => ({
              label,
              removes: `Remove the filter: ${label}`,
              href: listAddress(location, { [name]: rest }),
            }))}
            clear={{ label: 'Clear filters', href: unfilteredAddress(location) }}
          />
        )}
        {query === '' ? null : (
          <a
            className={styles.save}
            href={urls.savedFilters({ save: query, back: location.pathname + location.search })}
            rel="nofollow"
          >
            Save this filter
          </a>
        )}
      </div>
      {view.isPanelOpen ? <FilterPanel view={view} total={total} /> : null}
    </div>
  );
}
