import { lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { BookLink } from '#features/books/parts/book-link.tsx';
import { ChapterList } from '#features/chapters/parts/chapter-list.tsx';
import { ChapterPreview } from '#features/chapters/parts/chapter-preview.tsx';
import { ContinueReading } from '#features/chapters/parts/reading/continue-reading.tsx';
import { useSavedChapter } from '#features/chapters/parts/reading/use-saved-chapter.ts';
import { CommentsLink } from '#features/comments/parts/comments-link.tsx';
import { StoryCover } from '#features/covers/parts/cover-image.tsx';
import { FeedLink } from '#features/feeds/parts/feed-link.tsx';
import { LateFollowButton } from '#features/follows/parts/late-follow-button.tsx';
import { NewChapters } from '#features/follows/parts/new-chapters.tsx';
import { HiddenReason } from '#features/hidden/parts/hidden-reason.tsx';
import { HideForm } from '#features/hidden/parts/hide-form.tsx';
import { WithheldNotice } from '#features/moderation/parts/withheld-notice.tsx';
import { LateKeepButton } from '#features/offline/parts/late-keep-button.tsx';
import { BookmarkButton } from '#features/reactions/parts/bookmark-button.tsx';
import { RegisterStoryApiId } from '#features/reactions/parts/story-api-id.ts';
import { ViewCounter } from '#features/reactions/parts/view-counter.tsx';
import { VoteButtons } from '#features/reactions/parts/vote-buttons.tsx';
import { LateShelfButton } from '#features/shelves/parts/late-shelf-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import quietLinks from '#ui/quiet-links.module.css';
import { urls } from '#urls.ts';
import { SeriesPlaces } from '../components/series-places.tsx';
import { ShareStory } from '../components/share-story.tsx';
import { StoryDates } from '../components/story-dates.tsx';
import { StoryOptions } from '../components/story-options.tsx';
import { StorySidebar } from '../components/story-sidebar.tsx';
import { StoryStats } from '../components/story-stats.tsx';
import { StoryTags } from '../components/story-tags.tsx';
import { WaitingNotice } from '../components/waiting-notice.tsx';
import { type Story, storyMessages } from '../contract/stories.ts';
import { AuthorLink } from '../parts/author-link.tsx';
import { CopyStoryLink } from '../parts/copy-story-link.tsx';
import { MembersInvitation } from '../parts/members-invitation.tsx';
import { isUnlisted, storyJsonLd, storyMeta } from '../parts/story-meta.ts';
import { useIsAuthor } from '../parts/use-is-author.ts';
import { WarningsLine } from '../parts/warnings-line.tsx';
import type { storyPageLoader } from './loaders.ts';
import styles from './story-page.module.css';

// Only the staff’s browsers fetch it.
const Moderate = lazy(async () => ({
  default: (await import('#features/moderation/parts/moderate.tsx')).Moderate,
}));

const AuthorActions = lazy(async () => ({
  default: (await import('../components/author-actions.tsx')).AuthorActions,
}));

export function meta({ story }: Awaited<ReturnType<typeof storyPageLoader>>): PageMeta {
  return { ...storyMeta(story), ...(import.meta.env.SSR ? { jsonLd: storyJsonLd(story) } : {}) };
}

function ReaderActions({ story, isAuthor }: { story: Story; isAuthor: boolean }) {
  return (
    <div className={classNames('needs-script', styles.reactions)} data-icons="">
      <VoteButtons story={story} variant="page" />
      <BookmarkButton story={story} variant="page" />
      <LateShelfButton story={story} />
      {isAuthor ? null : (
        <LateFollowButton of={{ kind: 'story', id: story.slug }} name={`“${story.title}”`} />
      )}
    </div>
  );
}

export function StoryPage() {
  const { story, isForMembers, chapters, related, trendingTags } = useLoaderData<typeof storyPageLoader>();
  const language = story.language ?? undefined;
  const isAuthor = useIsAuthor(story);
  const { user } = useSession();
  const place = useSavedChapter(story.id);
  // Readers can't see a withheld story, so its views are not counted and readers' actions are hidden.
  const isWithheld = story.withheld_at !== undefined;
  const first = chapters[0];
  const synopsis = story.synopsis.split(/\n+/).filter((paragraph) => paragraph.trim() !== '');

  return (
    <div className="lamp-light">
      <RegisterStoryApiId story={story} />
      {isWithheld ? null : <ViewCounter storyId={story.id} />}
      <div className={classNames('page-width', styles.page)}>
        <article className={styles.story}>
          <WithheldNotice kind="story" id={story.id} authorId={story.author_id} isWithheld={isWithheld} />
          <WaitingNotice story={story} />
          <HiddenReason by={story.hidden_by} authorName={story.author_display_name} />
          <header className={styles.header}>
            <StoryCover story={story} className={styles.cover} />
            <div className={styles.lead}>
              <h1 lang={language}>{story.title}</h1>
              <p className={styles.byline}>
                by{' '}
                {isUnlisted(story) && !isAuthor ? (
                  story.author_display_name
                ) : (
                  <AuthorLink story={story} className={styles.author} />
                )}
              </p>
              <SeriesPlaces story={story} />
            </div>
            <div className={styles.details}>
              <div className={styles.facts}>
                <StoryStats story={story} />
                <StoryDates story={story} />
              </div>
              <WarningsLine of={story} />
              <StoryTags tags={story.tags} />
            </div>
            <div className={classNames(styles.actions, 'no-print')}>
              {isForMembers ? null : first === undefined ? (
                <p className={styles.nothingYet}>{storyMessages.noPreview}</p>
              ) : (
                <>
                  <ContinueReading key={story.id} story={story} chapters={chapters} />
                  <ButtonLink
                    variant="primary"
                    className={styles.start}
                    href={urls.chapter(story.slug, first.id)}
                  >
                    Start Reading
                  </ButtonLink>
                </>
              )}
              {isWithheld ? null : <ReaderActions story={story} isAuthor={isAuthor} />}
              {user === undefined || user.role === 'user' ? null : (
                <Suspense>
                  <Moderate about={{ story: story.slug }} authorId={story.author_id} />
                </Suspense>
              )}
            </div>
            <div className={classNames(quietLinks.links, 'no-print')}>
              {isWithheld ? null : <CopyStoryLink storyId={story.id} path={urls.story(story.slug)} />}
              {isWithheld || isAuthor || first === undefined || !story.books ? null : (
                <BookLink of={urls.story(story.slug)} isForMembers={story.visibility === 'members'} />
              )}
              {chapters.length < 2 ? null : (
                <ButtonLink href={urls.wholeStory(story.slug)}>All on one page</ButtonLink>
              )}
              {isWithheld || isAuthor || story.hidden_by?.kind === 'story' ? null : (
                <HideForm kind="story" name={story.slug}>
                  Not for me
                </HideForm>
              )}
              {isWithheld || isAuthor || !story.notes ? null : (
                <ButtonLink href={urls.notes({ to: story.slug })}>Write to the author</ButtonLink>
              )}
              {isWithheld || first === undefined ? null : <LateKeepButton slug={story.slug} />}
              {isWithheld ? null : (
                <div className={quietLinks.menus}>
                  <ShareStory story={story} path={urls.story(story.slug)} />
                  <StoryOptions story={story} />
                </div>
              )}
            </div>
            {isAuthor ? (
              <Suspense fallback={<div className={styles.authorRoom} />}>
                <AuthorActions story={story} />
              </Suspense>
            ) : null}
            {first === undefined ? null : (
              <ChapterPreview key={first.id} slug={story.slug} chapterId={first.id} />
            )}
          </header>

          <section className={styles.section} aria-labelledby="synopsis-title">
            <h2 id="synopsis-title">Synopsis</h2>
            <div className={styles.synopsis} lang={language}>
              {synopsis.length === 0 ? (
                <p className={styles.none}>{storyMessages.noSynopsis}</p>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change
                synopsis.map((paragraph, at) => <p key={at}>{paragraph}</p>)
              )}
            </div>
          </section>

          <section className={styles.section} aria-labelledby="chapters-title">
            <div className={styles.heading}>
              <h2 id="chapters-title">Chapters</h2>
              {isWithheld ? null : <NewChapters storyId={story.id} chapterId={chapters.at(-1)?.id} />}
            </div>
            {isForMembers ? (
              <MembersInvitation path={urls.story(story.slug)} />
            ) : chapters.length === 0 ? (
              <p className={styles.none}>{storyMessages.noChapters}</p>
            ) : (
              <ChapterList
                slug={story.slug}
                chapters={chapters}
                isDraft={story.visibility === 'draft'}
                language={language}
                isEditable={isAuthor}
                current={place}
              />
            )}
            {isUnlisted(story) || isWithheld ? null : <FeedLink of={urls.story(story.slug)} />}
          </section>

          {isForMembers || chapters.length === 0 ? null : (
            <CommentsLink story={story} className={styles.comments} />
          )}
        </article>
        <StorySidebar related={related} trendingTags={trendingTags} />
      </div>
    </div>
  );
}
