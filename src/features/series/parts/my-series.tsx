import { plural } from '#base/text.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { hasSeveralNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { ActionBar } from '#ui/action-bar.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
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
      {loaded.status === 'failed' ? (
        <Notice
          kind="error"
          title={seriesMessages.loadFailed}
          action={<Button onClick={loaded.reload}>Try again</Button>}
        />
      ) : loaded.status === 'loading' ? (
        <p className={styles.quiet}>Loading your series…</p>
      ) : loaded.data.series.length === 0 ? (
        <p className={styles.quiet}>A series puts your stories in an order, with a page of its own.</p>
      ) : (
        <List className={styles.list}>
          {loaded.data.series.map((series) => (
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
      )}
    </section>
  );
}
