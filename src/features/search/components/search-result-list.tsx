import { AuthorCard } from '#features/authors/parts/author-card.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { urls } from '#urls.ts';
import { searchMessages } from '../contract.ts';
import type { SearchPageData } from '../screens/loaders.ts';
import { countText, foundIn } from './result-count.ts';
import { addressOf, clearedAddress, hasFilters } from './search-params.ts';
import styles from './search-result-list.module.css';
import { ChosenTags } from './selected-tags.tsx';
import { StoryHitRow } from './story-hit-row.tsx';

/** The results, or the reason for having none. */
export function SearchResultList({ data }: { data: SearchPageData }) {
  const { asked, found, hasFailed } = data;
  return (
    <div className={styles.list}>
      <ChosenTags asked={asked} />
      {/* Always rendered, so that screen readers announce new content. */}
      <div className={styles.heading} aria-live="polite">
        {found === undefined ? null : <Heading data={data} />}
      </div>
      {hasFailed ? <Notice kind="error" title={searchMessages.failed} /> : null}
      {found === undefined && !hasFailed ? (
        <Notice kind="empty" title={searchMessages.prompt}>
          By a title, a name, a tag, or a line you remember. Put words in quotes to find them in that order,
          or -word to exclude it.
        </Notice>
      ) : null}
      {found === undefined ? null : <Findings data={data} />}
    </div>
  );
}

function Heading({ data: { asked, found } }: { data: SearchPageData }) {
  if (found === undefined) return null;
  const counted = foundIn(found);
  const words = found.showing_for ?? asked.q;
  const of = words === '' ? '' : ` for "${words}"`;
  return (
    <>
      <h2 className={styles.count}>
        {counted.count === 0 ? `${searchMessages.none}${of}` : `Found ${countText(counted, 'result')}${of}`}
      </h2>
      {found.showing_for === null ? null : (
        <p className={styles.note}>
          Showing results for <strong>{found.showing_for}</strong>. We found little or nothing for “{asked.q}
          ”.
        </p>
      )}
      {found.is_partial ? (
        <p className={styles.note}>No story has all of these words; these come closest.</p>
      ) : null}
      {found.notice === null || counted.count === 0 ? null : <p className={styles.note}>{found.notice}</p>}
      {found.is_complete ? null : <p className={styles.note}>{searchMessages.notAll}</p>}
    </>
  );
}

function Findings({ data: { asked, found } }: { data: SearchPageData }) {
  if (found === undefined) return null;
  const { stories, authors, pagination } = found;
  if (foundIn(found).count === 0) {
    return (
      <Notice
        kind="empty"
        title={searchMessages.none}
        action={
          hasFilters(asked) ? (
            <ButtonLink href={clearedAddress(asked)}>Clear all filters</ButtonLink>
          ) : undefined
        }
      >
        {found.notice ?? (
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
            <PastTheEnd href={addressOf(asked, { authorsPage: asked.authorsPage })} />
          ) : null}
          <List aria-label="Stories found">
            {stories.map((story) => (
              <li key={story.id}>
                <StoryHitRow story={story} />
              </li>
            ))}
          </List>
          <div data-turns-page="">
            <Pagination
              label="Pages of stories"
              page={pagination.stories.page}
              pages={pagination.stories.pages}
              hrefFor={(page) => addressOf(asked, { page, authorsPage: asked.authorsPage })}
            />
          </div>
        </section>
      )}
      {pagination.authors.total === 0 ? null : (
        <section className={styles.kind} aria-labelledby="found-authors">
          <h3 id="found-authors" className={styles.kindTitle}>
            Authors
          </h3>
          {authors.length === 0 ? <PastTheEnd href={addressOf(asked, { page: asked.page })} /> : null}
          <List aria-label="Authors found" className={styles.authors}>
            {authors.map((author) => (
              <li key={author.id}>
                <AuthorCard author={author} heading="h4" cue="View profile" />
              </li>
            ))}
          </List>
          <div data-turns-page="">
            <Pagination
              label="Pages of authors"
              page={pagination.authors.page}
              pages={pagination.authors.pages}
              hrefFor={(page) =>
                asked.type === 'authors'
                  ? addressOf(asked, { page })
                  : addressOf(asked, { page: asked.page, authorsPage: page })
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
      title="There are no results on this page."
      action={<ButtonLink href={href}>First page</ButtonLink>}
    />
  );
}
