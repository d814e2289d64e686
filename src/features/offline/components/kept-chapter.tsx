import { useEffect, useRef, useSyncExternalStore } from 'react';
import { blockImages } from '#features/chapters/parts/blocked-images.ts';
import { ChapterList } from '#features/chapters/parts/chapter-list.tsx';
import { chapterTitle } from '#features/chapters/parts/chapter-title.ts';
import { AuthorNote, ChapterProse } from '#features/chapters/parts/reading/chapter-prose.tsx';
import { PositionTracker } from '#features/chapters/parts/reading/position-tracker.tsx';
import readingSettings from '#features/chapters/parts/reading/reading-settings.module.css';
import { ReadingSettingsButton } from '#features/chapters/parts/reading/reading-settings-button.tsx';
import {
  POSITION_HASH,
  positionIn,
  subscribeToPositions,
} from '#features/chapters/parts/reading/saved-positions.ts';
import { WarningsLine } from '#features/stories/parts/warnings-line.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Notice } from '#ui/notice.tsx';
import { remoteImages } from '#ui/remote-images.ts';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { offlineMessages } from '../contract.ts';
import { type KeptChapter as Chapter, type KeptStory, numberOf } from '../rules.ts';
import styles from './kept-chapter.module.css';
import { readTexts } from './kept-library.ts';

/** The address of a kept chapter on this page. */
const linkTo = (story: KeptStory, id: number) => `#${urls.chapter(story.slug, id)}`;

/** Starts a place at its top, for screen readers too. */
function useFocusedTitle() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    title.current?.focus({ preventScroll: true });
  }, []);
  return title;
}

export function KeptContents({ story }: { story: KeptStory }) {
  const language = story.language ?? undefined;
  const title = useFocusedTitle();
  return (
    <section className={styles.contents}>
      <BackLink href="#all">All kept stories</BackLink>
      <h2 ref={title} tabIndex={-1} lang={language}>
        {story.title}
      </h2>
      <p className={styles.byline}>by {story.author}</p>
      <WarningsLine of={story.warned} />
      <ContinueKept story={story} />
      <ChapterList
        slug={story.slug}
        language={language}
        chapters={story.chapters.map((chapter) => ({
          ...chapter,
          published_at: chapter.published_at ?? chapter.created_at,
        }))}
        linkTo={(id) => linkTo(story, id)}
      />
    </section>
  );
}

/** The way to the saved position in the story, which is the same with and without a network. */
function ContinueKept({ story }: { story: KeptStory }) {
  const chapterId = useSyncExternalStore(subscribeToPositions, () => positionIn(story.id)?.chapterId);
  const { number } = numberOf(story.chapters, chapterId ?? 0);
  if (chapterId === undefined || number === 0) return null;
  return (
    <p>
      <ButtonLink variant="primary" href={linkTo(story, chapterId) + POSITION_HASH}>
        Continue chapter {number}
      </ButtonLink>
    </p>
  );
}

export function KeptChapter({ story, chapter }: { story: KeptStory; chapter: Chapter }) {
  const language = story.language ?? undefined;
  const title = useFocusedTitle();
  const loaded = useLoaded(`${story.slug} ${chapter.id}`, async () => {
    const texts = await readTexts(story.records[chapter.part - 1] ?? '');
    return texts?.find(({ id }) => id === chapter.id);
  });
  const at = story.chapters.indexOf(chapter);
  const [previous, next] = [story.chapters[at - 1], story.chapters[at + 1]];
  const { number, total } = numberOf(story.chapters, chapter.id);
  return (
    <article className={classNames(styles.chapter, readingSettings.settings)}>
      <BackLink href={`#${urls.story(story.slug)}`}>{story.title}</BackLink>
      <h2 ref={title} tabIndex={-1} className="chapter-title" lang={language}>
        {chapterTitle(chapter)}
      </h2>
      <div className={styles.facts}>
        <p className={styles.byline}>by {story.author}</p>
        <ReadingSettingsButton />
      </div>
      <WarningsLine of={chapter} />
      {loaded.status === 'loading' ? (
        <SkeletonText lines={10} />
      ) : loaded.data === undefined ? (
        <Notice kind="info" title={offlineMessages.unreadable} />
      ) : (
        <>
          {number === 0 ? null : (
            <PositionTracker story={story} chapter={chapter} next={next} number={number} total={total} />
          )}
          <AuthorNote html={blockImages(loaded.data.note_before, remoteImages())} language={language} />
          <ChapterProse html={blockImages(loaded.data.content, remoteImages())} language={language} />
          <AuthorNote html={blockImages(loaded.data.note_after, remoteImages())} language={language} />
        </>
      )}
      <nav className={styles.steps} aria-label="Chapters">
        {previous === undefined ? null : (
          <a href={linkTo(story, previous.id)} rel="prev">
            Previous: {chapterTitle(previous)}
          </a>
        )}
        {next === undefined ? null : (
          <a className={styles.next} href={linkTo(story, next.id)} rel="next">
            Next: {chapterTitle(next)}
          </a>
        )}
      </nav>
    </article>
  );
}
