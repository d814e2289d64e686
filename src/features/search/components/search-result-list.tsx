import { useState } from 'react';
import { groupThousands } from '#base/text.ts';
import { AuthorCard } from '#features/authors/parts/author-card.tsx';
import { FeedLink } from '#features/feeds/parts/feed-link.tsx';
import { ListFilters } from '#features/filters/parts/list-filters.tsx';
import { ListNotes } from '#features/filters/parts/list-notes.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { urls } from '#urls.ts';
import { searchMessages } from '../contract.ts';
import type { SearchPageData } from '../screens/loaders.ts';
import { countResults, countText } from './result-count.ts';
import { clearedSearchUrl, hasFilters, searchUrl } from './search-params.ts';
import styles from './search-result-list.module.css';
import { SelectedTags } from './selected-tags.tsx';
import { StoryHitRow } from './story-hit-row.tsx';

/** The results, or the reason for having none. */
export function SearchResultList({ data }: { data: SearchPageData }) {
  const { params, results, hasFailed, view } = data;
  // A screen reader reads the results of a new page with the page.
  const [first] = useState(results);
  const heading = (
    <div className={styles.heading}>{results === undefined ? null : <Heading data={data} />}</div>
  );
  return (
    <div className={styles.list}>
      {/* Screen readers say only texts of an element that they knew before, and the first results bring the heading. */}
      <p className="visually-hidden" aria-live="polite">
        {results === undefined || results === first ? null : spokenCount(params.q, results)}
      </p>
      <SelectedTags params={params} />
      {view === undefined ? (
        heading
      ) : (
        <ListFilters view={view} total={results?.pagination.stories.total ?? 0} chipsWithout="tags">
          {heading}
        </ListFilters>
      )}
      {hasFailed ? <Notice kind="error" title={searchMessages.failed} /> : null}
      {results === undefined && !hasFailed ? (
        <Notice kind="empty" drawing="lamp" title={searchMessages.prompt}>
          By a title, a name, a tag, or a line you remember. Put words in quotes to find them in that order,
          or -word to exclude it.
        </Notice>
      ) : null}
      {results === undefined ? null : <ResultSections data={data} />}
      {view === undefined ? null : <ListNotes view={view} />}
    </div>
  );
}

/** The outcome of a search in words that the heading does not have: each text stands once on a page. */
function spokenCount(asked: string, results: NonNullable<SearchPageData['results']>): string {
  const { count, isComplete } = countResults(results);
  const found = count === 0 ? 'none' : groupThousands(count);
  const query = results.showing_for ?? asked;
  return `Results: ${found}${isComplete ? '' : ' or more'}${query === '' ? '' : `, for “${query}”`}`;
}

function Heading({ data: { params, results } }: { data: SearchPageData }) {
  if (results === undefined) return null;
  const total = countResults(results);
  const query = results.showing_for ?? params.q;
  const of = query === '' ? '' : ` for "${query}"`;
  return (
    <>
      <h2 className={styles.count}>
        {total.count === 0 ? `${searchMessages.none}${of}` : `Found ${countText(total, 'result')}${of}`}
      </h2>
      {results.showing_for === null ? null : (
        <p className={styles.note}>
          Showing results for <strong>{results.showing_for}</strong>. We found little or nothing for “
          {params.q}
          ”.
        </p>
      )}
      {results.is_partial ? (
        <p className={styles.note}>No story has all of these words; these come closest.</p>
      ) : null}
      {results.notice === null || total.count === 0 ? null : <p className={styles.note}>{results.notice}</p>}
      {results.is_complete ? null : <p className={styles.note}>{searchMessages.incomplete}</p>}
    </>
  );
}

function ResultSections({ data: { params, results } }: { data: SearchPageData }) {
  if (results === undefined) return null;
  const { stories, authors, pagination } = results;
  if (countResults(results).count === 0) {
    return (
      <Notice
        kind="empty"
        title={searchMessages.none}
        action={
          hasFilters(params) ? (
            <ButtonLink href={clearedSearchUrl(params)}>Clear all filters</ButtonLink>
          ) : undefined
        }
      >
        {results.notice ?? (
          <>
            Try a different search term or <a href={urls.tags()}>browse by tags</a>
          </>
        )}
      </Notice>
    );
  }
  return (
    <>
      {pagination.stories.total === 0 ? null : (
        <section className={styles.kind} aria-labelledby="found-stories">
          <h3 id="found-stories" className={styles.kindTitle}>
            Stories
          </h3>
          {stories.length === 0 ? (
            <PastTheEnd href={searchUrl(params, { authorsPage: params.authorsPage })} />
          ) : null}
          <List aria-label="Stories found">
            {stories.map((story) => (
              <li key={story.id}>
                <StoryHitRow story={story} saysWhenUpdated={params.sort === 'updated'} />
              </li>
            ))}
          </List>
          <div data-turns-page="">
            <Pagination
              label="Pages of stories"
              page={pagination.stories.page}
              pages={pagination.stories.pages}
              hrefFor={(page) => searchUrl(params, { page, authorsPage: params.authorsPage })}
            />
          </div>
          <FeedLink isCentred of={searchUrl(params, { type: 'all' })} />
        </section>
      )}
      {pagination.authors.total === 0 ? null : (
        <section className={styles.kind} aria-labelledby="found-authors">
          <h3 id="found-authors" className={styles.kindTitle}>
            Authors
          </h3>
          {authors.length === 0 ? <PastTheEnd href={searchUrl(params, { page: params.page })} /> : null}
          <List aria-label="Authors found" className={styles.authors}>
            {authors.map((author) => (
              <li key={author.id}>
                <AuthorCard author={author} heading="h4" cue="View profile" showsScore />
              </li>
            ))}
          </List>
          <div data-turns-page="">
            <Pagination
              label="Pages of authors"
              page={pagination.authors.page}
              pages={pagination.authors.pages}
              hrefFor={(page) =>
                params.type === 'authors'
                  ? searchUrl(params, { page })
                  : searchUrl(params, { page: params.page, authorsPage: page })
              }
            />
          </div>
        </section>
      )}
    </>
  );
}

function PastTheEnd({ href }: { href: string }) {
  return (
    <Notice
      kind="empty"
      drawing="book"
      title="There are no results on this page."
      action={<ButtonLink href={href}>First page</ButtonLink>}
    />
  );
}
