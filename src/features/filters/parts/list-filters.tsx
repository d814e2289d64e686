import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { useRetryWhenSignedIn } from '#features/accounts/parts/use-retry-when-signed-in.ts';
import { LateFollowButton } from '#features/follows/parts/late-follow-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { FilterIcon } from '#ui/icons.tsx';
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
  /** The tabs or the heading of the list, beside the button. */
  children?: ReactNode;
};

const chip = (label: string, href: string) => ({ label, href, removes: `Remove the filter: ${label}` });

/**
 * Brings the beginning of the panel into view when it opens below the screen. A panel that goes with the pressed button
 * leaves a reader where the page ends: they go to the head of the list, where the focus is kept (app/focus-keeper.ts).
 */
function usePanelInView(isOpen: boolean) {
  const filters = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const target = isOpen ? filters.current?.querySelector('fieldset') : filters.current;
    if (isOpen || document.activeElement === document.body) target?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return filters;
}

/** The head of a list, with its filter: the parts as chips that can be removed, and the panel that changes them. */
export function ListFilters({ view, total, chipsWithout, children }: ListFiltersProps) {
  const location = useLocation();
  const parts = filterParts(view.filter).filter(({ name }) => name !== chipsWithout);
  const query = filterQuery(new URLSearchParams(view.filter));
  const isMember = useSession().status === 'in';
  const leavesOutFinished = view.hidesFinished && isMember;
  // The server's page has them: it is the same for everyone.
  useRetryWhenSignedIn(view.hidesFinished);
  const filters = usePanelInView(view.isPanelOpen);
  const isLoading = useRevalidator().state === 'loading';
  const chips = parts.map(({ name, rest, label }) => chip(label, listAddress(location, { [name]: rest })));
  if (leavesOutFinished)
    chips.push(chip('without finished stories', listAddress(location, { hide_finished: undefined })));
  return (
    <div ref={filters} className={styles.filters}>
      <div className={styles.head}>
        {children}
        <ButtonLink
          size="small"
          className={styles.open}
          href={listAddress(location, { filters: view.isPanelOpen ? undefined : 'open' })}
          aria-expanded={view.isPanelOpen}
          rel="nofollow"
          data-keeps-place=""
        >
          <FilterIcon size={18} />
          <span className={styles.word}>Filter</span>
          {parts.length === 0 ? '' : ` (${parts.length})`}
        </ButtonLink>
      </div>
      <div className={styles.row} data-keeps-place="">
        {isMember && !view.hidesFinished ? (
          <ButtonLink size="small" href={listAddress(location, { hide_finished: 'true' })} rel="nofollow">
            Hide finished
          </ButtonLink>
        ) : null}
        {chips.length === 0 ? null : (
          <RemovableChips
            label="Filters in use"
            chips={chips}
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
        {query === '' ? null : <LateFollowButton of={{ kind: 'filter', query }} name="this filter" />}
        <p role="status" className={styles.state}>
          {leavesOutFinished && isLoading ? 'Leaving out what you have finished…' : null}
        </p>
      </div>
      {view.isPanelOpen ? <FilterPanel view={view} total={total} /> : null}
    </div>
  );
}
