import { useNavigate } from 'react-router';
import { tagMessages } from '#features/tags/contract/tags.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Chip, ChipList } from '#ui/chip.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { SelectField } from '#ui/select-field.tsx';
import {
  SEARCH_SORTS,
  SEARCH_TYPES,
  type SearchSort,
  searchSortLabels,
  searchTypeLabels,
} from '../contract.ts';
import type { PopularTag } from '../screens/loaders.ts';
import { SEARCH_FORM } from './search-box.tsx';
import styles from './search-filters.module.css';
import { clearedSearchUrl, hasTag, type SearchParams, searchUrl, toggledTags } from './search-params.ts';

export type SearchFiltersProps = { params: SearchParams; popularTags: PopularTag[]; hasNoTags: boolean };

/** The filters of a search. The fields belong to the box's form, so that they are submitted without script too. */
export function SearchFilters(props: SearchFiltersProps) {
  return (
    <aside className={styles.filters} aria-label="Filters">
      {/* On small screens this folds the fields; on wide ones it is hidden. */}
      <Disclosure className={styles.fold} showLabel="Type, order and tags" />
      <Fields {...props} />
    </aside>
  );
}

function Fields({ params, popularTags, hasNoTags }: SearchFiltersProps) {
  const navigate = useNavigate();
  const change = (to: Partial<SearchParams>) =>
    void navigate(searchUrl(params, to), { replace: true, state: { keepScrollPosition: true } });
  return (
    <div className={styles.fields}>
      <fieldset className={styles.types}>
        <legend className={styles.label}>Content type</legend>
        {SEARCH_TYPES.map((type) => (
          <label key={type} className={styles.type}>
            <input
              className={styles.radio}
              type="radio"
              name="type"
              form={SEARCH_FORM}
              value={type}
              checked={params.type === type}
              onChange={() => change({ type })}
            />
            {searchTypeLabels[type]}
          </label>
        ))}
      </fieldset>
      <SelectField
        name="sort"
        form={SEARCH_FORM}
        label="Sort By"
        options={SEARCH_SORTS.map((value) => ({ value, label: searchSortLabels[value] }))}
        value={params.sort}
        onChange={(event) => change({ sort: event.target.value as SearchSort })}
      />
      <CheckboxField
        name="title_only"
        form={SEARCH_FORM}
        label="Match title only"
        value="true"
        checked={params.titleOnly}
        onChange={(event) => change({ titleOnly: event.target.checked })}
      />
      <div className="without-script">
        <Button type="submit" form={SEARCH_FORM}>
          Apply
        </Button>
      </div>
      <section aria-labelledby="popular-tags">
        <h2 id="popular-tags" className={styles.label}>
          Popular tags
        </h2>
        {hasNoTags ? <p className={styles.failure}>{tagMessages.loadPopularFailed}</p> : null}
        <ChipList>
          {popularTags.map(({ name, count }) => (
            <Chip
              key={name}
              href={searchUrl(params, { tags: toggledTags(params, name) })}
              label={name}
              current={hasTag(params, name)}
              {...(count === undefined
                ? {}
                : { count: shortCount(count), countLabel: count === 1 ? 'story' : 'stories' })}
            />
          ))}
        </ChipList>
      </section>
      <div>
        <ButtonLink href={clearedSearchUrl(params)}>Clear Filters</ButtonLink>
      </div>
    </div>
  );
}

/** Abbreviates numbers over 999 to thousands with one decimal: 1.2k. */
function shortCount(count: number): string {
  return count > 999 ? `${(count / 1000).toFixed(1)}k` : String(count);
}
