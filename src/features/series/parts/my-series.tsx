import { plural } from '#base/text.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { hasSeveralNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { ActionBar } from '#ui/action-bar.tsx';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { listSeries, seriesMessages } from '../contract.ts';
import styles from './my-series.module.css';

/** An account's own series for its profile. */
export function MySeries() {
  const { user } = useSession();
  const loaded = useLoaded('series', () => callApi(listSeries, {}));
  return (
    <section aria-labelledby="series-title" className={styles.series}>
      <ActionBar>
        <h2 id="series-title">My Series</h2>
        <ButtonLink href={urls.createSeries()}>New Series</ButtonLink>
      </ActionBar>
      <LoadedPart loaded={loaded} label="Loading your series" lines={2} failed={seriesMessages.loadFailed}>
        {({ series: all }) =>
          all.length === 0 ? (
            <p className={styles.quiet}>A series puts your stories in an order, with a page of its own.</p>
          ) : (
            <List className={styles.list}>
              {all.map((series) => (
                <li key={series.id} className={styles.row}>
                  <a className={styles.title} href={urls.series(series.slug)}>
                    {series.title}
                  </a>
                  <span className={styles.quiet}>
                    {hasSeveralNames(user) ? `by ${series.author_display_name}, ` : ''}
                    {plural(series.stories.length, 'story', 'stories')}
                    {series.is_complete ? ', complete' : ''}
                  </span>
                  <ButtonLink
                    size="small"
                    href={urls.editSeries(series.slug)}
                    aria-label={`Edit ${series.title}`}
                  >
                    Edit
                  </ButtonLink>
                </li>
              ))}
            </List>
          )
        }
      </LoadedPart>
    </section>
  );
}
