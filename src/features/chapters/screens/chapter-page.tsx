import type { MouseEvent } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { excerpt, plural } from '#base/text.ts';
import { WithheldNotice } from '#features/moderation/parts/withheld-notice.tsx';
import { ReadingReporter } from '#features/reactions/parts/reading-reporter.tsx';
import { ViewCounter } from '#features/reactions/parts/view-counter.tsx';
import { SEO_DESCRIPTION_CHARACTERS } from '#features/stories/contract/stories.ts';
import { AuthorLink } from '#features/stories/parts/author-link.tsx';
import { CopyStoryLink } from '#features/stories/parts/copy-story-link.tsx';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { useIsAuthor } from '#features/stories/parts/use-is-author.ts';
import { classNames } from '#ui/class-names.ts';
import { ChevronLeftIcon } from '#ui/icons.tsx';
import { Prose } from '#ui/prose.tsx';
import { urls } from '#urls.ts';
import { ChapterAuthorActions } from '../components/chapter-author-actions.tsx';
import { ChapterEnding } from '../components/chapter-ending.tsx';
import { ChapterSteps } from '../components/chapter-steps.tsx';
import { PositionTracker } from '../components/reading/position-tracker.tsx';
import { ReadingSettingsButton } from '../components/reading/reading-settings-button.tsx';
import { useArrowKeys } from '../components/use-arrow-keys.ts';
import { chapterTitle } from '../parts/chapter-title.ts';
import readingSettings from '../parts/reading/reading-settings.module.css';
import { isOnBlockedImage, unblockImages } from '../parts/unblock-images.ts';
import styles from './chapter-page.module.css';
import type { chapterPageLoader } from './loaders.ts';

type ChapterData = Awaited<ReturnType<typeof chapterPageLoader>>;

export function meta({ story, chapter, number, total }: ChapterData): PageMeta {
  const title = chapterTitle(chapter);
  const place = `Chapter ${number} of ${total} of “${story.title}” by ${story.author_display_name}: ${title}.`;
  const canonical = urls.chapter(story.slug, chapter.id);
  return {
    title: `${title} · ${story.title}`,
    description: excerpt(`${place} ${story.synopsis}`, SEO_DESCRIPTION_CHARACTERS),
    canonical,
    type: 'article',
    isHidden: story.is_waiting === true,
    jsonLd: (absolute) => {
      const author = {
        '@type': 'Person',
        name: story.author_display_name,
        url: absolute(urls.author(story.author_username)),
      };
      return {
        '@type': 'Chapter',
        name: title,
        position: number,
        url: absolute(canonical),
        author,
        isPartOf: { '@type': 'Book', name: story.title, url: absolute(urls.story(story.slug)), author },
        wordCount: chapter.word_count,
        datePublished: chapter.created_at,
        dateModified: chapter.updated_at,
        isFamilyFriendly: false,
      };
    },
  };
}

function showImages(event: MouseEvent<HTMLElement>) {
  if (!isOnBlockedImage(event)) return;
  event.preventDefault();
  unblockImages(event.currentTarget);
}

export function ChapterPage() {
  const { story, chapter, previous, next, number, total, html } = useLoaderData<typeof chapterPageLoader>();
  const storyUrl = urls.story(story.slug);
  const isAuthor = useIsAuthor(story);
  useArrowKeys(story.slug, previous, next);
  const isWithheld = story.withheld_at !== undefined;
  return (
    <article className={classNames('page-width', styles.page, readingSettings.settings)}>
      {isWithheld ? (
        <WithheldNotice story={story} />
      ) : (
        <>
          <ViewCounter storyId={story.id} />
          <ReadingReporter storyId={story.id} chapterId={chapter.id} contentLength={html.length} />
          <PositionTracker story={story} chapter={chapter} next={next} number={number} total={total} />
        </>
      )}
      <header className={styles.header}>
        <a className={styles.back} href={storyUrl}>
          <ChevronLeftIcon size={16} />
          {story.title}
        </a>
        <p className={styles.place}>
          Chapter {number} of {total}
        </p>
        <h1 className={styles.title}>{chapterTitle(chapter)}</h1>
        <p className={styles.byline}>
          by <AuthorLink story={story} className={styles.author} />
        </p>
        <div className={styles.facts}>
          <p>
            {plural(chapter.word_count, 'word', 'words')}, {readingTime(chapter.word_count)}
          </p>
          <div className={styles.tools}>
            <span className="needs-script no-print">
              <ReadingSettingsButton />
            </span>
            <CopyStoryLink storyId={story.id} path={urls.chapter(story.slug, chapter.id)} variant="icon" />
          </div>
        </div>
        {isAuthor ? <ChapterAuthorActions story={story} chapterId={chapter.id} /> : null}
      </header>
      {/* The stored HTML was cleaned by an allow-list, and no other form of it exists. */}
      <Prose
        id="page-html"
        className={classNames(styles.text, readingSettings.text)}
        html={html}
        onClick={showImages}
      />
      <footer className={classNames(styles.end, 'no-print')}>
        <span className={styles.ornament} aria-hidden="true">
          ***
        </span>
        {next === undefined ? <ChapterEnding key={story.id} story={story} /> : null}
        <ChapterSteps slug={story.slug} previous={previous} next={next} />
        <a className={styles.back} href={storyUrl}>
          <ChevronLeftIcon size={16} />
          Back to {story.title}
        </a>
      </footer>
    </article>
  );
}
