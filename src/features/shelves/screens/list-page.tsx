import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { excerpt, plural } from '#base/text.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { BookLink } from '#features/books/parts/book-link.tsx';
import { FeedLink } from '#features/feeds/parts/feed-link.tsx';
import { ListNotes } from '#features/filters/parts/list-notes.tsx';
import { LateFollowButton } from '#features/follows/parts/late-follow-button.tsx';
import { Moderate } from '#features/moderation/parts/moderate.tsx';
import { WithheldNotice } from '#features/moderation/parts/withheld-notice.tsx';
import { LateKeepListButton } from '#features/offline/parts/late-keep-list-button.tsx';
import { ReportList } from '#features/reports/parts/report-list.tsx';
import { SEO_DESCRIPTION_CHARACTERS } from '#features/stories/contract/stories.ts';
import { CardAuthor } from '#features/stories/parts/card-author.tsx';
import { CollectionPage } from '#features/stories/parts/collection-page.tsx';
import { CollectionStory } from '#features/stories/parts/collection-story.tsx';
import { useIsAuthor } from '#features/stories/parts/use-is-author.ts';
import { ButtonLink } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { urls } from '#urls.ts';
import type { listPageLoader } from './loaders.ts';
import styles from './shared-list-page.module.css';

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
    ...(list.is_withheld ? {} : { feedOf: urls.list(list.slug) }),
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
  // Stories for members may be on any page of the list.
  const { status } = useSession();
  return (
    <CollectionPage
      kind="A reading list"
      title={list.title}
      author={list}
      isAuthorPublic={list.is_author_public}
      facts={plural(list.story_count, 'story', 'stories')}
      synopsis={list.synopsis}
      actions={
        <>
          {list.is_withheld || stories.length === 0 ? null : (
            <>
              <BookLink of={urls.list(list.slug)} isForMembers={status === 'in'} />
              <LateKeepListButton key={list.slug} slug={list.slug} />
            </>
          )}
          {list.is_withheld ? null : (
            <LateFollowButton of={{ kind: 'list', id: list.slug }} name={`“${list.title}”`} />
          )}
          {isAuthor ? (
            <ButtonLink href={urls.shelves({ shelf: list.id })}>Edit List</ButtonLink>
          ) : (
            <>
              {list.is_withheld ? null : <ReportList slug={list.slug} />}
              <Moderate about={{ list: list.slug }} authorId={list.author_id} />
            </>
          )}
        </>
      }
      notice={
        <WithheldNotice
          kind="list"
          id={Number(list.id)}
          authorId={list.author_id}
          isWithheld={list.is_withheld === true}
        />
      }
    >
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
          action={
            pagination.page > 1 ? <ButtonLink href={urls.list(list.slug)}>First page</ButtonLink> : undefined
          }
        />
      ) : (
        <List className={styles.stories}>
          {stories.map((story) => (
            <li key={story.id} className={styles.story}>
              <CollectionStory story={story} byline={<CardAuthor story={story} />}>
                {story.note === '' ? null : <p className={styles.note}>{story.note}</p>}
              </CollectionStory>
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
      {list.is_withheld || stories.length === 0 ? null : <FeedLink of={urls.list(list.slug)} />}
    </CollectionPage>
  );
}
