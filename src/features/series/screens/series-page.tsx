import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { excerpt, plural } from '#base/text.ts';
import { ListNotes } from '#features/filters/parts/list-notes.tsx';
import { isEmptiedByView, NothingShown } from '#features/filters/parts/nothing-shown.tsx';
import { storyStatusLabels } from '#features/labels/contract/status.ts';
import { SEO_DESCRIPTION_CHARACTERS } from '#features/stories/contract/stories.ts';
import { AuthorLink } from '#features/stories/parts/author-link.tsx';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { useIsAuthor } from '#features/stories/parts/use-is-author.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { OrderedList } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import type { seriesPageLoader } from './loaders.ts';
import styles from './series-page.module.css';

type SeriesData = Awaited<ReturnType<typeof seriesPageLoader>>;

export function meta({ series, stories }: SeriesData): PageMeta {
  const sentence = `“${series.title}”, a series for adults by ${series.author_display_name}: ${plural(stories.length, 'story', 'stories')}.`;
  const description = excerpt(
    series.synopsis.trim() === '' ? sentence : series.synopsis,
    SEO_DESCRIPTION_CHARACTERS,
  );
  return {
    title: series.title,
    description,
    canonical: urls.series(series.slug),
    isHidden: stories.length === 0,
    jsonLd: (absolute) => ({
      '@type': 'BookSeries',
      name: series.title,
      url: absolute(urls.series(series.slug)),
      author: {
        '@type': 'Person',
        name: series.author_display_name,
        url: absolute(urls.author(series.author_username)),
      },
      description,
      hasPart: stories.map((story) => ({
        '@type': 'Book',
        name: story.title,
        position: story.position,
        url: absolute(urls.story(story.slug)),
      })),
      isFamilyFriendly: false,
    }),
  };
}

export function SeriesPage() {
  const { series, stories, view } = useLoaderData<typeof seriesPageLoader>();
  const isAuthor = useIsAuthor(series);
  const [first] = stories;
  const words = stories.reduce((sum, story) => sum + story.word_count, 0);
  const synopsis = series.synopsis.split(/\n+/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <article className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <p className={styles.kind}>{series.is_complete ? 'A complete series' : 'A series'}</p>
        <h1 className={styles.title}>{series.title}</h1>
        <p className={styles.byline}>
          by <AuthorLink story={series} className={styles.author} />
        </p>
        <p className={styles.facts}>
          {plural(stories.length, 'story', 'stories')}
          {words === 0 ? null : `, ${plural(words, 'word', 'words')}, ${readingTime(words)}`}
        </p>
        {synopsis.length === 0 ? null : (
          <div className={styles.synopsis}>
            {synopsis.map((paragraph, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change
              <p key={at}>{paragraph}</p>
            ))}
          </div>
        )}
        <div className={classNames(styles.actions, 'no-print')}>
          {first === undefined ? null : (
            <ButtonLink variant="primary" href={urls.story(first.slug)}>
              Start with Part 1
            </ButtonLink>
          )}
          {isAuthor ? <ButtonLink href={urls.editSeries(series.slug)}>Edit Series</ButtonLink> : null}
          {isAuthor ? null : (
            <a className={styles.report} href={urls.report(urls.series(series.slug))}>
              Report this series
            </a>
          )}
        </div>
      </header>
      <section aria-labelledby="stories-title">
        <h2 id="stories-title" className={styles.heading}>
          Stories
        </h2>
        {isEmptiedByView(view, stories.length) ? (
          <NothingShown view={view} />
        ) : stories.length === 0 ? (
          <Notice kind="empty" title="There are no stories in this series yet." />
        ) : (
          <OrderedList className={styles.stories}>
            {stories.map((story) => (
              <li key={story.id} className={styles.story}>
                <span className={styles.position} aria-hidden="true">
                  {story.position}
                </span>
                <div className={styles.about}>
                  <h3 className={styles.storyTitle}>
                    <a href={urls.story(story.slug)}>{story.title}</a>
                  </h3>
                  {story.synopsis === '' ? null : <p className={styles.excerpt}>{story.synopsis}</p>}
                  <p className={styles.length}>
                    {story.chapter_count === 0
                      ? 'No chapter yet'
                      : `${plural(story.chapter_count, 'chapter', 'chapters')}, ${readingTime(story.word_count)}`}
                    {story.status === null ? null : `, ${storyStatusLabels[story.status].toLowerCase()}`}
                  </p>
                </div>
              </li>
            ))}
          </OrderedList>
        )}
        <ListNotes view={view} />
      </section>
    </article>
  );
}
