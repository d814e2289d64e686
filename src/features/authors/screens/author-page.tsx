import { useLoaderData, useLocation, useNavigation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { excerpt, plural } from '#base/text.ts';
import { isOwnPenName, useSession } from '#features/accounts/parts/session.ts';
import { FeedLink } from '#features/feeds/parts/feed-link.tsx';
import { ListFilters } from '#features/filters/parts/list-filters.tsx';
import { ListNotes } from '#features/filters/parts/list-notes.tsx';
import { isEmptiedByView, NothingShown } from '#features/filters/parts/nothing-shown.tsx';
import { pageAddress } from '#features/filters/rules/filter-words.ts';
import { LateFollowButton } from '#features/follows/parts/late-follow-button.tsx';
import { HideForm } from '#features/hidden/parts/hide-form.tsx';
import { Moderate } from '#features/moderation/parts/moderate.tsx';
import { ReportAuthor } from '#features/reports/parts/report-author.tsx';
import { AuthorLists } from '#features/shelves/parts/author-lists.tsx';
import { SEO_DESCRIPTION_CHARACTERS } from '#features/stories/contract/stories.ts';
import { StoryGrid } from '#features/stories/parts/story-grid.tsx';
import { StoryListEnd } from '#features/stories/parts/story-list-end.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { abbreviateCount } from '#ui/counts.ts';
import { formatDate } from '#ui/dates.ts';
import { Notice } from '#ui/notice.tsx';
import quietLinks from '#ui/quiet-links.module.css';
import { urls, withQuery } from '#urls.ts';
import { AuthorPicture } from '../components/author-picture.tsx';
import { type Author, authorMessages, type Profile } from '../contract.ts';
import styles from './author-page.module.css';
import type { AuthorPageData } from './loaders.ts';

export function meta({ author, stories, pagination, view }: AuthorPageData): PageMeta {
  const name = author.display_name;
  const description =
    author.bio.trim() === ''
      ? `${name} (@${author.username}) on ${siteName()}: ${plural(author.story_count, 'story', 'stories')}.`
      : excerpt(author.bio, SEO_DESCRIPTION_CHARACTERS);
  return {
    title: name,
    description,
    canonical: urls.author(author.username, pagination.page),
    type: 'profile',
    isHidden: stories.length === 0,
    ...(author.is_private ? {} : { feedOf: withQuery(urls.author(author.username), view.filter) }),
    jsonLd: (absolute) => ({
      '@type': 'ProfilePage',
      dateCreated: author.created_at,
      mainEntity: {
        '@type': 'Person',
        name,
        alternateName: author.username,
        identifier: author.username,
        url: absolute(urls.author(author.username)),
        description: author.bio.trim() === '' ? undefined : author.bio,
        agentInteractionStatistic: interactions('WriteAction', author.story_count),
        interactionStatistic: [
          interactions('LikeAction', author.total_upvotes),
          interactions('ReadAction', author.total_views),
        ],
      },
    }),
  };
}

function interactions(action: string, count: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  };
}

export function AuthorPage() {
  const { author, isHidden, stories, pagination, lists, view } = useLoaderData() as AuthorPageData;
  const location = useLocation();
  const isLoading = useNavigation().location?.pathname === location.pathname;
  return (
    <div className="lamp-light">
      <div className={classNames('page-width', styles.page)}>
        {author.is_private ? <PrivateNotice author={author} /> : null}
        <AuthorHeader author={author} isHidden={isHidden} />
        <section className={styles.stories} aria-labelledby="stories-title">
          <ListFilters view={view} total={pagination.total}>
            <h2 id="stories-title">Stories</h2>
          </ListFilters>
          {stories.length > 0 ? (
            <StoryGrid stories={stories} label={`Stories by ${author.display_name}`} busy={isLoading} />
          ) : isEmptiedByView(view, pagination.total) ? (
            <NothingShown view={view} />
          ) : pagination.total === 0 ? (
            <Notice kind="empty" title={authorMessages.noStories} />
          ) : (
            <Notice
              kind="empty"
              drawing="book"
              title="There are no stories this far back."
              action={<ButtonLink href={urls.author(author.username)}>First page</ButtonLink>}
            />
          )}
          <ListNotes view={view} />
          {stories.length === 0 ? null : (
            <StoryListEnd
              pagination={pagination}
              shown={stories.length}
              label={`Pages of stories by ${author.display_name}`}
              hrefFor={(page) => pageAddress(location, page)}
            >
              <FeedLink isCentred of={withQuery(urls.author(author.username), view.filter)} />
            </StoryListEnd>
          )}
        </section>
        <AuthorLists lists={lists} />
      </div>
    </div>
  );
}

/** Tells the owner and moderators that the page is private; otherwise it looks public to them. */
function PrivateNotice({ author }: { author: Profile }) {
  const { user } = useSession();
  if (user === undefined || !isOwnPenName(user, author.id))
    return <Notice kind="info" live={false} title="Readers can’t see this page." />;
  return (
    <Notice
      kind="info"
      live={false}
      title="Only you and our moderators can see this page."
      action={
        user.suspended_for === undefined ? (
          <ButtonLink size="small" href={urls.profile(user.id === author.id ? 'account' : 'names')}>
            Show it to readers
          </ButtonLink>
        ) : undefined
      }
    >
      {user.suspended_for === undefined ? 'Readers find it once you have published a story.' : undefined}
    </Notice>
  );
}

function AuthorHeader({ author, isHidden }: { author: Author; isHidden: boolean }) {
  const { user } = useSession();
  return (
    <header className={styles.header}>
      <AuthorPicture name={author.display_name} pictureUrl={author.profile_picture_url} />
      <div className={styles.who}>
        <h1 className={styles.name}>{author.display_name}</h1>
        <p className={styles.username}>
          @{author.username}
          <span className={styles.since}>
            Member since <time dateTime={author.created_at}>{formatDate(author.created_at)}</time>
          </span>
        </p>
      </div>
      {author.bio.trim() === '' ? null : <p className={styles.bio}>{author.bio.trim()}</p>}
      <dl className={styles.counts}>
        <Count label={author.story_count === 1 ? 'story' : 'stories'} count={author.story_count} />
        {author.total_views === 0 ? null : (
          <Count label={author.total_views === 1 ? 'view' : 'views'} count={author.total_views} />
        )}
        {author.total_upvotes === 0 ? null : (
          <Count label={author.total_upvotes === 1 ? 'upvote' : 'upvotes'} count={author.total_upvotes} />
        )}
      </dl>
      <div className={styles.report}>
        {isOwnPenName(user, author.id) ? null : (
          <LateFollowButton of={{ kind: 'author', id: author.id }} name={author.display_name} />
        )}
        <div className={quietLinks.links}>
          {isOwnPenName(user, author.id) ? null : (
            <HideForm kind="author" name={author.username} isHidden={isHidden} className="no-print">
              {isHidden ? 'Show This Author Again' : 'Hide This Author'}
            </HideForm>
          )}
          <ReportAuthor authorId={author.id} />
        </div>
      </div>
      <Moderate about={{ username: author.username }} authorId={author.id} />
    </header>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{abbreviateCount(count)}</dd>
    </div>
  );
}
