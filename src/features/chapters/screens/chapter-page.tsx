import { Fragment, lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { excerpt, plural } from '#base/text.ts';
import { ChapterConversation } from '#features/comments/parts/chapter-conversation.tsx';
import { HistoryRecorder } from '#features/history/parts/history-recorder.tsx';
import { ownWarnings } from '#features/labels/rules/shown-warnings.ts';
import { ListenButton } from '#features/listening/parts/listen-button.tsx';
import { WithheldNotice } from '#features/moderation/parts/withheld-notice.tsx';
import { ReadingReporter } from '#features/reactions/parts/reading-reporter.tsx';
import { RegisterStoryApiId } from '#features/reactions/parts/story-api-id.ts';
import { ViewCounter } from '#features/reactions/parts/view-counter.tsx';
import { SEO_DESCRIPTION_CHARACTERS, type Story } from '#features/stories/contract/stories.ts';
import { visibilityMessages } from '#features/stories/contract/visibility.ts';
import { AuthorLink } from '#features/stories/parts/author-link.tsx';
import { CopyStoryLink } from '#features/stories/parts/copy-story-link.tsx';
import { MembersInvitation } from '#features/stories/parts/members-invitation.tsx';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { useIsAuthor } from '#features/stories/parts/use-is-author.ts';
import { WarningsLine } from '#features/stories/parts/warnings-line.tsx';
import { isListed } from '#features/stories/rules.ts';
import { BackLink } from '#ui/back-link.tsx';
import { classNames } from '#ui/class-names.ts';
import { urls } from '#urls.ts';
import { ChapterEnding } from '../components/chapter-ending.tsx';
import { ChapterSteps } from '../components/chapter-steps.tsx';
import { ChapterWarnings } from '../components/reading/chapter-warnings.tsx';
import { LateReadingBar } from '../components/reading/late-reading-bar.tsx';
import { useArrowKeys } from '../components/use-arrow-keys.ts';
import { type ChapterEntry, chapterKinds, type Chapter as StoredChapter } from '../contract/chapters.ts';
import { chapterTitle } from '../parts/chapter-title.ts';
import { AuthorNote, ChapterProse } from '../parts/reading/chapter-prose.tsx';
import { PositionTracker } from '../parts/reading/position-tracker.tsx';
import { ReadingFacts, ReadingHeader, ReadingPage } from '../parts/reading/reading-page.tsx';
import styles from './chapter-page.module.css';
import type { chapterPageLoader } from './loaders.ts';

const ChapterAuthorActions = lazy(async () => ({
  default: (await import('../components/chapter-author-actions.tsx')).ChapterAuthorActions,
}));

type PageData = Awaited<ReturnType<typeof chapterPageLoader>>;
type ChapterData = Extract<PageData, { chapter: object }>;

export function meta(data: PageData): PageMeta {
  if ('chapter' in data) return chapterMeta(data);
  const { story, path } = data;
  return {
    title: story.title,
    description: excerpt(`${story.title}: ${visibilityMessages.membersOnly}`, SEO_DESCRIPTION_CHARACTERS),
    canonical: path,
    isHidden: true,
  };
}

function chapterMeta(data: ChapterData): PageMeta {
  const { story, chapter, number, total } = data;
  const title = chapterTitle(chapter);
  const placeInStory = placeText(chapter, number, total);
  const place = `${placeInStory} of “${story.title}” by ${story.author_display_name}: ${title}.`;
  const canonical = urls.chapter(story.slug, chapter.id);
  return {
    title: `${title} · ${story.title}`,
    description: excerpt(`${place} ${story.synopsis}`, SEO_DESCRIPTION_CHARACTERS),
    canonical,
    type: 'article',
    isHidden: story.is_waiting === true || !isListed(story) || chapter.state !== 'published',
    ...(import.meta.env.SSR ? { isTrainingAllowed: story.ai_training, jsonLd: chapterJsonLd(data) } : {}),
  };
}

/** The chapter as data of schema.org, which only the server renders. */
function chapterJsonLd({ story, chapter, number }: ChapterData): NonNullable<PageMeta['jsonLd']> {
  return (absolute) => {
    const author = {
      '@type': 'Person',
      name: story.author_display_name,
      url: absolute(urls.author(story.author_username)),
    };
    return {
      '@type': 'Chapter',
      name: chapterTitle(chapter),
      position: number,
      url: absolute(urls.chapter(story.slug, chapter.id)),
      author,
      isPartOf: { '@type': 'Book', name: story.title, url: absolute(urls.story(story.slug)), author },
      wordCount: chapter.word_count,
      datePublished: chapter.published_at ?? chapter.created_at,
      dateModified: chapter.updated_at,
      isFamilyFriendly: false,
      ...(story.language === null ? {} : { inLanguage: story.language }),
    };
  };
}

export function ChapterPage() {
  const data = useLoaderData<typeof chapterPageLoader>();
  return 'chapter' in data ? <Chapter {...data} /> : <MembersChapter {...data} />;
}

/** The page of a chapter that a guest may not read; it tells nothing of the chapter. */
function MembersChapter({ story, path }: { story: Story; path: string }) {
  return (
    <ReadingPage>
      <ReadingHeader
        back={<BackLink href={urls.story(story.slug)}>Back to the story</BackLink>}
        title={story.title}
        language={story.language ?? undefined}
        byline={<AuthorLink story={story} />}
      />
      <div className={styles.invitation}>
        <MembersInvitation path={path} />
      </div>
    </ReadingPage>
  );
}

/** The readers whom the author names for their corrections. */
function CorrectedBy({ names }: { names: StoredChapter['corrected_by'] }) {
  if (names.length === 0) return null;
  return (
    <p className={styles.corrected}>
      With corrections by{' '}
      {names.map(({ username, display_name, has_author_page }, at) => (
        <Fragment key={username}>
          {at === 0 ? '' : at === names.length - 1 ? ' and ' : ', '}
          {has_author_page ? <a href={urls.author(username)}>{display_name}</a> : display_name}
        </Fragment>
      ))}
      .
    </p>
  );
}

function placeText({ kind }: Pick<ChapterEntry, 'kind'>, number: number, total: number): string {
  return kind === 'notice' ? chapterKinds.notice : `Chapter ${number} of ${total}`;
}

function Chapter(data: ChapterData) {
  const { story, chapter, previous, next, nextInSeries, number, total, note_before, note_after, html } = data;
  const language = story.language ?? undefined;
  const storyUrl = urls.story(story.slug);
  const isAuthor = useIsAuthor(story);
  useArrowKeys(story.slug, previous, next);
  const isWithheld = story.withheld_at !== undefined;
  const warnings = ownWarnings(chapter);
  const ofStory = ownWarnings(story);
  const addsWarnings = warnings.some((name) => !ofStory.includes(name));
  return (
    <ReadingPage>
      <LateReadingBar
        key={chapter.id}
        story={story}
        chapter={{ id: chapter.id, title: chapterTitle(chapter), wordCount: chapter.word_count }}
      />
      <RegisterStoryApiId story={story} />
      {isWithheld ? (
        <WithheldNotice kind="story" id={story.id} authorId={story.author_id} isWithheld />
      ) : (
        <>
          <ViewCounter storyId={story.id} />
          <ReadingReporter storyId={story.id} chapterId={chapter.id} contentLength={html.length} />
          <HistoryRecorder story={story} chapter={chapter} />
          {number === 0 ? null : (
            <PositionTracker story={story} chapter={chapter} next={next} number={number} total={total} />
          )}
        </>
      )}
      <ReadingHeader
        back={<BackLink href={storyUrl}>{story.title}</BackLink>}
        place={placeText(chapter, number, total)}
        title={chapterTitle(chapter)}
        language={language}
        byline={<AuthorLink story={story} />}
      >
        <ReadingFacts
          scriptTools={<ListenButton story={story} chapter={chapter} next={next} isWarned={addsWarnings} />}
          tools={
            <CopyStoryLink storyId={story.id} path={urls.chapter(story.slug, chapter.id)} variant="icon" />
          }
        >
          {plural(chapter.word_count, 'word', 'words')}, {readingTime(chapter.word_count)}
        </ReadingFacts>
        {addsWarnings ? null : <WarningsLine of={chapter} />}
        {isAuthor ? (
          <Suspense fallback={<div className={styles.authorRoom} />}>
            <ChapterAuthorActions story={story} chapter={chapter} />
          </Suspense>
        ) : null}
      </ReadingHeader>
      {addsWarnings ? (
        <ChapterWarnings slug={story.slug} chapter={chapter} next={next} names={warnings} />
      ) : null}
      <AuthorNote html={note_before} language={language} />
      <ChapterProse html={html} language={language} />
      <AuthorNote html={note_after} language={language} />
      <CorrectedBy names={chapter.corrected_by} />
      <footer className={classNames(styles.end, 'no-print')}>
        <span className={styles.ornament} aria-hidden="true">
          ***
        </span>
        {next === undefined ? (
          <ChapterEnding key={story.id} story={story} nextInSeries={nextInSeries} />
        ) : null}
        <ChapterSteps slug={story.slug} previous={previous} next={next} />
        <BackLink href={storyUrl}>Back to {story.title}</BackLink>
        {chapter.state === 'published' && !isWithheld ? (
          <ChapterConversation story={story} chapter={chapter} />
        ) : null}
      </footer>
    </ReadingPage>
  );
}
