import { type ComponentType, useEffect, useState } from 'react';
import { urls } from '#urls.ts';
import styles from './saved-filters-in-panel.module.css';

/** The reader's saved filters in the panel. Script fetches them with their code, as a page is the same for everyone. */
export function SavedFiltersInPanel() {
  const [Links, setLinks] = useState<ComponentType>();
  useEffect(() => {
    let isMounted = true;
    import('./saved-filter-links.tsx').then(
      ({ SavedFilterLinks }) => isMounted && setLinks(() => SavedFilterLinks),
      // The link to their page stays.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return (
    <div className={styles.saved}>
      {Links === undefined ? null : <Links />}
      <a className={styles.all} href={urls.savedFilters()}>
        Your saved filters
      </a>
    </div>
  );
}
