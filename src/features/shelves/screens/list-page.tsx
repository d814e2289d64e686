import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { excerpt, plural } from '#base/text.ts';
import { ListNotes } from '#features/filters/parts/list-notes.tsx';
import { storyStatusLabels } from '#features/labels/contract/status.ts';
import { SEO_DESCRIPTION_CHARACTERS } from '#features/stories/contract/stories.ts';
import { AuthorLink } from '#features/stories/parts/author-link.tsx';
import { CardAuthor } from '#features/stories/parts/card-author.tsx';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { useIsAuthor } from '#features/stories/parts/use-is-author.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { urls } from '#urls.ts';
import styles from './list-page.module.css';
import type { listPageLoader } from './loaders.ts';

type ListData = Awaited<ReturnType<typeof listPageLoader>>;

export function meta({ list, stories, pagination }: ListData): PageMeta {
  const sentence = `“${list.title}”, a reading list for adults by ${list.author_display_name}: ${plural(list.story_count, 'story', 'stories')}.`;
  const description = excerpt(
    list.synopsis.trim() === '' ? sentence : list.synopsis,
    SEO_DESCRIPTION_CHARACTERS,
  );
  return {
    title: list.title,
    description,
    canonical: urls.list(list.slug, pagination.page),
    // Search engines learn only of lists that are on their author's page.
    isHidden: list.visibility === 'link' || !list.is_author_public || stories.length === 0,
    jsonLd: (absolute) => ({
      '@type': 'ItemList',
      name: list.title,
      url: absolute(urls.list(list.slug)),
      description,
      numberOfItems: list.story_count,
    }),
  };
}

export function ListPage() {
  const { list, stories, pagination, view } = useLoaderData<typeof listPageLoader>();
  const isAuthor = useIsAuthor(list);
  const synopsis = list.synopsis.split(/\n+/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <article className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <p className={styles.kind}>A reading list</p>
        <h1 className={styles.title}>{list.title}</h1>
        <p className={styles.byline}>
          by{' '}
          {list.is_author_public ? (
            <AuthorLink story={list} className={styles.author} />
          ) : (
            list.author_display_name
          )}
        </p>
        <p className={styles.facts}>{plural(list.story_count, 'story', 'stories')}</p>
        {synopsis.length === 0 ? null : (
          <div className={styles.synopsis}>
            {synopsis.map((paragraph, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change
              <p key={at}>{paragraph}</p>
            ))}
          </div>
        )}
        <div className={classNames(styles.actions, 'no-print')}>
          {isAuthor ? (
            <ButtonLink href={urls.shelves({ shelf: list.id })}>Edit List</ButtonLink>
          ) : (
            <a className={styles.report} href={urls.report(urls.list(list.slug))}>
              Report this list
            </a>
          )}
        </div>
      </header>
      <section aria-labelledby="stories-title">
        <h2 id="stories-title" className={styles.heading}>
          Stories
        </h2>
        <ListNotes view={view} />
        {stories.length === 0 ? (
          <Notice
            kind="empty"
            title={
              list.story_count === 0
                ? 'There are no stories on this list yet.'
                : pagination.total === 0
                  ? 'There is nothing else on this list.'
                  : 'This list ends earlier.'
            }
          />
        ) : (
          <List className={styles.stories}>
            {stories.map((story) => (
              <li key={story.id} className={styles.story}>
                <h3 className={styles.storyTitle} lang={story.language ?? undefined}>
                  <a href={urls.story(story.slug)}>{story.title}</a>
                </h3>
                <CardAuthor story={story} />
                {story.synopsis === '' ? null : (
                  <p className={styles.excerpt} lang={story.language ?? undefined}>
                    {story.synopsis}
                  </p>
                )}
                <p className={styles.facts}>
                  {`${plural(story.chapter_count, 'chapter', 'chapters')}, ${readingTime(story.word_count)}`}
                  {story.status === null ? null : `, ${storyStatusLabels[story.status].toLowerCase()}`}
                </p>
                {story.note === '' ? null : <p className={styles.note}>{story.note}</p>}
              </li>
            ))}
          </List>
        )}
        <Pagination
          page={pagination.page}
          pages={pagination.pages}
          hrefFor={(page) => urls.list(list.slug, page)}
          label="Pages of this list"
        />
      </section>
    </article>
  );
}
