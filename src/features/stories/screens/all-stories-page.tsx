import { useLoaderData, useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { plural } from '#base/text.ts';
import { CoverImage } from '#features/covers/parts/cover-image.tsx';
import { ListFilters } from '#features/filters/parts/list-filters.tsx';
import { ListNotes } from '#features/filters/parts/list-notes.tsx';
import { isEmptiedByView, NothingShown } from '#features/filters/parts/nothing-shown.tsx';
import { pageAddress } from '#features/filters/rules/filter-words.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatDate } from '#ui/dates.ts';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextSeparator } from '#ui/text-separator.tsx';
import { urls, withQuery } from '#urls.ts';
import { storyMessages } from '../contract/stories.ts';
import { AuthorLink } from '../parts/author-link.tsx';
import { readingTime } from '../parts/reading-time.ts';
import { StoryListEnd } from '../parts/story-list-end.tsx';
import styles from './all-stories-page.module.css';
import type { allStoriesPageLoader } from './loaders.ts';

type AllStoriesData = Awaited<ReturnType<typeof allStoriesPageLoader>>;

export function meta({ pagination, stories, view }: AllStoriesData): PageMeta {
  return {
    title: pagination.page === 1 ? 'All stories' : `All stories, page ${pagination.page}`,
    description: `Every story on ${siteName()} in one plain list, newest first.`,
    canonical: urls.allStories(pagination.page),
    isHidden: stories.length === 0,
    feedOf: withQuery(urls.home(), view.filter),
  };
}

export function AllStoriesPage() {
  const { stories, pagination, view } = useLoaderData<typeof allStoriesPageLoader>();
  const location = useLocation();
  return (
    <div className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <h1>All stories</h1>
        <ListFilters view={view} total={pagination.total}>
          <p className={styles.lead}>Everything there is to read here, newest first.</p>
        </ListFilters>
      </header>
      {isEmptiedByView(view, pagination.total) ? (
        <NothingShown view={view} />
      ) : stories.length === 0 ? (
        <Notice
          kind="empty"
          title={storyMessages.none}
          action={
            pagination.total > 0 ? (
              <ButtonLink href={urls.allStories()}>Go to the first page</ButtonLink>
            ) : undefined
          }
        />
      ) : (
        <List className={styles.list}>
          {stories.map((story) => (
            <li key={story.id} className={styles.row}>
              <CoverImage of={urls.story(story.slug)} inList className={styles.cover} />
              <a className={styles.title} href={urls.story(story.slug)}>
                {story.title}
              </a>{' '}
              <span className={styles.about}>
                by <AuthorLink story={story} className={styles.author} />
              </span>
              <TextSeparator />
              <span className={styles.length}>
                {plural(story.chapter_count, 'chapter', 'chapters')}, {readingTime(story.word_count)}
              </span>
              <TextSeparator />
              <time className={styles.date} dateTime={story.created_at}>
                {formatDate(story.created_at)}
              </time>
            </li>
          ))}
        </List>
      )}
      <ListNotes view={view} />
      <StoryListEnd
        pagination={pagination}
        shown={stories.length}
        label="Pages of stories"
        hrefFor={(page) => pageAddress(location, page)}
      />
    </div>
  );
}
