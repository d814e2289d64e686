import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { Rows } from '#ui/rows.tsx';
import { urls } from '#urls.ts';
import { useOwnFilters } from '../components/own-filters.ts';
import { SaveFilter } from '../components/save-filter.tsx';
import { SavedFilterRow } from '../components/saved-filter-row.tsx';
import { syncFilters } from '../parts/sync-filters.ts';
import type { savedFiltersPageLoader } from './loaders.ts';
import styles from './saved-filters-page.module.css';

const TITLE = 'Saved filters';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'The filters that you have saved under a name, and the one that your lists follow.',
    canonical: urls.savedFilters(),
    isHidden: true,
  };
}

/** The reader's saved filters: the cookie's first, and for members the account's once they have arrived. */
export function SavedFiltersPage() {
  const { savedFilters, added, renamed, back } = useLoaderData<typeof savedFiltersPageLoader>();
  const filters = useOwnFilters(savedFilters);
  const changed = filters.find(({ name }) => name === renamed);
  const { user } = useSession();
  const id = user?.id;
  useEffect(() => {
    if (id === undefined) return;
    const ended = new AbortController();
    // Without an answer the browser's copy stays.
    syncFilters(ended.signal).catch(() => undefined);
    return () => ended.abort();
  }, [id]);
  return (
    <NarrowPage
      size="writing"
      title={TITLE}
      lead="Each opens all stories with it, and is offered in the filter of every list. The default one is used by itself on the home page, all stories, tags and the search."
      notes={
        <p className={styles.where}>
          {user === undefined
            ? 'They are kept in a cookie of this browser. If you log in, they join those of your account.'
            : 'They are kept in your account, wherever you are signed in. Nobody else sees them.'}
        </p>
      }
    >
      {added === '' ? null : <SaveFilter query={added} back={back} />}
      {changed === undefined ? null : (
        <SaveFilter key={changed.name} query={changed.query} back={back} changed={changed} />
      )}
      {filters.length === 0 && added === '' ? (
        <Notice kind="empty" title="You have saved no filter." live={false}>
          Choose a filter on <a href={urls.allStories()}>a list of stories</a>, then press “Save this filter”.
        </Notice>
      ) : null}
      {filters.length === 0 ? null : (
        <Rows aria-label={TITLE}>
          {filters.map((filter) => (
            <SavedFilterRow key={filter.name} filter={filter} />
          ))}
        </Rows>
      )}
    </NarrowPage>
  );
}
