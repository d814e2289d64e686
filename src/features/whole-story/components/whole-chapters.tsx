import { Fragment } from 'react';
import type { ChapterEntry } from '#features/chapters/contract/chapters.ts';
import { chapterTitle } from '#features/chapters/parts/chapter-title.ts';
import { AuthorNote, ChapterProse } from '#features/chapters/parts/reading/chapter-prose.tsx';
import { volumesOf } from '#features/chapters/parts/volumes-of.ts';
import { ownWarnings } from '#features/labels/rules/shown-warnings.ts';
import { WarningsLine } from '#features/stories/parts/warnings-line.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatDate } from '#ui/dates.ts';
import styles from './whole-chapters.module.css';

/** A chapter with its texts: HTML that was cleaned when it was stored. */
interface WholeChapter extends ChapterEntry {
  before: string;
  after: string;
  html: string;
}

export type WholeChaptersProps = { chapters: WholeChapter[]; language: string | undefined };

/**
 * The chapters one below the other. Readers' tools rely on the ids and on the classes that are no style
 * (legal/content/tools.md). Reading modes weigh elements by the words in their names: with “text” in that of the whole, and
 * in none within it, they take the whole.
 */
export function WholeChapters({ chapters, language }: WholeChaptersProps) {
  return (
    <div id="story-text" className={classNames('story-text', styles.chapters)}>
      {volumesOf(chapters).map(({ title, chapters: inVolume }) => (
        <Fragment key={inVolume[0]?.id}>
          {title === null ? null : (
            <h2 className={styles.volume} lang={language}>
              {title}
            </h2>
          )}
          {inVolume.map((chapter) => (
            <Chapter key={chapter.id} chapter={chapter} language={language} isInVolume={title !== null} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

type ChapterProps = { chapter: WholeChapter; language: string | undefined; isInVolume: boolean };

function Chapter({ chapter, language, isInVolume }: ChapterProps) {
  const Title = isInVolume ? 'h3' : 'h2';
  const published = chapter.published_at ?? chapter.created_at;
  return (
    <section id={`chapter-${chapter.id}`} className={styles.chapter} aria-labelledby={`title-${chapter.id}`}>
      <Title id={`title-${chapter.id}`} className={classNames('chapter-title', styles.title)} lang={language}>
        {chapterTitle(chapter)}
      </Title>
      <aside className={styles.about} aria-label="About this chapter">
        <p>
          <time dateTime={published} className="chapter-date">
            {formatDate(published)}
          </time>
        </p>
        {ownWarnings(chapter).length === 0 ? null : <WarningsLine of={chapter} />}
      </aside>
      <AuthorNote html={chapter.before} language={language} />
      <ChapterProse id={`prose-${chapter.id}`} html={chapter.html} language={language} />
      <AuthorNote html={chapter.after} language={language} />
    </section>
  );
}
