import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { excerpt, plural } from '#base/text.ts';
import { BookLink } from '#features/books/parts/book-link.tsx';
import { FeedLink } from '#features/feeds/parts/feed-link.tsx';
import { ListNotes } from '#features/filters/parts/list-notes.tsx';
import { isEmptiedByView, NothingShown } from '#features/filters/parts/nothing-shown.tsx';
import { LateFollowButton } from '#features/follows/parts/late-follow-button.tsx';
import { SEO_DESCRIPTION_CHARACTERS } from '#features/stories/contract/stories.ts';
import { CollectionPage, ReportCollection } from '#features/stories/parts/collection-page.tsx';
import { CollectionStory } from '#features/stories/parts/collection-story.tsx';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { isUnlisted } from '#features/stories/parts/story-meta.ts';
import { useIsAuthor } from '#features/stories/parts/use-is-author.ts';
import { ButtonLink } from '#ui/button.tsx';
import { OrderedList } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls, withQuery } from '#urls.ts';
import type { seriesPageLoader } from './loaders.ts';
import styles from './series-page.module.css';

type SeriesData = Awaited<ReturnType<typeof seriesPageLoader>>;

export function meta({ series, stories, view }: SeriesData): PageMeta {
  const sentence = `“${series.title}”, a series for adults by ${series.author_display_name}: ${plural(stories.length, 'story', 'stories')}.`;
  const description = excerpt(
    series.synopsis.trim() === '' ? sentence : series.synopsis,
    SEO_DESCRIPTION_CHARACTERS,
  );
  return {
    title: series.title,
    description,
    canonical: urls.series(series.slug),
    cover: stories.some((story) => story.cover_previews === 'neutral') ? 'neutral' : 'own',
    isHidden: stories.length === 0,
    ...(stories.length === 0 ? {} : { feedOf: withQuery(urls.series(series.slug), view.filter) }),
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
  // Only its owner sees such a series at all.
  const isPrivate = !isEmptiedByView(view, stories.length) && stories.every(isUnlisted);
  const [first] = stories;
  const words = stories.reduce((sum, story) => sum + story.word_count, 0);
  const length = words === 0 ? '' : `, ${plural(words, 'word', 'words')}, ${readingTime(words)}`;
  return (
    <CollectionPage
      {...(isPrivate ? {} : { coverOf: urls.series(series.slug) })}
      notice={
        isPrivate ? (
          <Notice kind="info" live={false} title="Only you can see this series">
            Readers find it once one of its stories is public.
          </Notice>
        ) : undefined
      }
      kind={series.is_complete ? 'A complete series' : 'A series'}
      title={series.title}
      author={series}
      facts={plural(stories.length, 'story', 'stories') + length}
      synopsis={series.synopsis}
      actions={
        <>
          {first === undefined ? null : (
            <ButtonLink variant="primary" href={urls.story(first.slug)}>
              Start with Part 1
            </ButtonLink>
          )}
          {!isPrivate && stories.some((story) => story.chapter_count > 0) ? (
            <BookLink
              of={urls.series(series.slug)}
              isForMembers={stories.some(({ visibility }) => visibility === 'members')}
            />
          ) : null}
          {isAuthor || isPrivate ? null : (
            <LateFollowButton of={{ kind: 'series', id: series.id }} name={`“${series.title}”`} />
          )}
          {isAuthor ? (
            <ButtonLink href={urls.editSeries(series.slug)}>Edit Series</ButtonLink>
          ) : (
            <ReportCollection address={urls.series(series.slug)}>Report this series</ReportCollection>
          )}
        </>
      }
    >
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
              <CollectionStory story={story} />
            </li>
          ))}
        </OrderedList>
      )}
      {isAuthor && !isPrivate ? (
        <p className={styles.note}>
          Readers see these stories. <a href={urls.editSeries(series.slug)}>Edit Series</a> also has those
          that are not public.
        </p>
      ) : null}
      <ListNotes view={view} />
      {stories.length === 0 || isPrivate ? null : (
        <FeedLink of={withQuery(urls.series(series.slug), view.filter)} />
      )}
    </CollectionPage>
  );
}
