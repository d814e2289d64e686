import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { plural } from '#base/text.ts';
import { chapterKinds } from '#features/chapters/contract/chapters.ts';
import { chapterTitle } from '#features/chapters/parts/chapter-title.ts';
import { AuthorNote, ChapterProse } from '#features/chapters/parts/reading/chapter-prose.tsx';
import { ReadingFacts, ReadingHeader, ReadingPage } from '#features/chapters/parts/reading/reading-page.tsx';
import { SuggestCorrection } from '#features/corrections/parts/suggest-correction.tsx';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { WarningsLine } from '#features/stories/parts/warnings-line.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { urls } from '#urls.ts';
import type { sharedChapterPageLoader } from './loaders.ts';
import styles from './shared-chapter-page.module.css';

type SharedChapter = Awaited<ReturnType<typeof sharedChapterPageLoader>>;

export function meta({ story, chapter }: SharedChapter): PageMeta {
  return {
    title: `Draft: ${chapterTitle(chapter)} · ${story.title}`,
    description: 'A draft for beta readers.',
    isHidden: true,
  };
}

export function SharedChapterPage() {
  const { token, story, chapter, ...shared } = useLoaderData<typeof sharedChapterPageLoader>();
  const { number, total, previous, next } = shared;
  const language = story.language ?? undefined;
  return (
    <ReadingPage>
      <ReadingHeader
        back={<BackLink href={urls.sharedStory(token)}>{story.title}</BackLink>}
        place={`Draft, ${number === null ? chapterKinds.notice.toLowerCase() : `chapter ${number} of ${total}`}`}
        title={chapterTitle(chapter)}
        language={language}
        byline={story.author_display_name}
      >
        <ReadingFacts>
          {plural(chapter.word_count, 'word', 'words')}, {readingTime(chapter.word_count)}
        </ReadingFacts>
        <WarningsLine of={chapter} />
      </ReadingHeader>
      <AuthorNote html={shared.noteBefore} language={language} />
      <ChapterProse html={shared.html} language={language} />
      <AuthorNote html={shared.noteAfter} language={language} />
      <SuggestCorrection key={chapter.id} token={token} chapterId={chapter.id} />
      <nav className={classNames(styles.steps, 'no-print')} aria-label="Chapters">
        {previous === null ? null : (
          <ButtonLink href={urls.sharedChapter(token, previous.id)}>
            Previous: {chapterTitle(previous)}
          </ButtonLink>
        )}
        {next === null ? (
          <ButtonLink href={urls.sharedStory(token)}>All chapters</ButtonLink>
        ) : (
          <ButtonLink variant="primary" href={urls.sharedChapter(token, next.id)}>
            Next: {chapterTitle(next)}
          </ButtonLink>
        )}
      </nav>
    </ReadingPage>
  );
}
