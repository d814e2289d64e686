import { FALLBACK_POPULAR_TAGS, tagMessages } from '#features/tags/contract/tags.ts';
import { Chip, ChipList } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { urls } from '#urls.ts';
import { HOME_TAG_SORTS, type HomeState, homeAddress } from './home-address.ts';
import styles from './home-tags.module.css';

const labels = { trending: 'Trending', popular: 'Popular' };
const failures = { trending: tagMessages.loadTrendingFailed, popular: tagMessages.loadPopularFailed };

export type HomeTagsProps = {
  /** Undefined when they could not be loaded: fallback tags replace them. */
  tags: string[] | undefined;
  state: HomeState;
  busy: boolean;
};

/** Twelve tags as starting points, in one of two orders. */
export function HomeTags({ tags, state, busy }: HomeTagsProps) {
  const names = tags === undefined || tags.length === 0 ? FALLBACK_POPULAR_TAGS : tags;
  return (
    <section className={styles.panel} aria-labelledby="tags-title">
      <div className={styles.head}>
        <h2 className={styles.title} id="tags-title">
          Tags
        </h2>
        <div data-keeps-place="">
          <LinkTabs
            label="Which tags"
            className={styles.tabs}
            tabs={HOME_TAG_SORTS.map((tagSort) => ({
              href: homeAddress({ ...state, tagSort }),
              label: labels[tagSort],
              current: tagSort === state.tagSort,
            }))}
          />
        </div>
      </div>
      {tags === undefined ? <p className={styles.failure}>{failures[state.tagSort]}</p> : null}
      <div aria-busy={busy} className={classNames(styles.chips, busy && styles.busy)}>
        <ChipList label={`${labels[state.tagSort]} tags`}>
          {names.map((name) => (
            <Chip key={name} href={urls.tag(name)} label={name} />
          ))}
        </ChipList>
      </div>
      <a className={styles.all} href={urls.tags()}>
        View all tags
      </a>
    </section>
  );
}
