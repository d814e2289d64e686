import { useLayoutEffect } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import styles from './continue-reading.module.css';
import { POSITION_HASH } from './saved-positions.ts';
import { UNKNOWN_CHAPTER, useSavedChapter } from './use-saved-chapter.ts';

export type ContinueReadingProps = {
  story: { id: number; slug: string };
  chapters: readonly { id: number }[];
};

/**
 * A link to the saved reading position, which only the browser knows. boot.ts reserves its space before the first paint
 * (`data-place` on <html>), so nothing moves when it appears.
 */
export function ContinueReading({ story, chapters }: ContinueReadingProps) {
  const chapterId = useSavedChapter(story.id);
  const number = chapters.findIndex((chapter) => chapter.id === chapterId) + 1;

  useLayoutEffect(() => {
    if (chapterId === UNKNOWN_CHAPTER) return;
    const { dataset } = document.documentElement;
    if (number === 0) delete dataset.place;
    else dataset.place = '';
    return () => {
      delete dataset.place;
    };
  }, [number, chapterId]);

  return (
    <span className={styles.room}>
      {number === 0 || chapterId === undefined ? null : (
        <ButtonLink variant="primary" href={urls.chapter(story.slug, chapterId) + POSITION_HASH}>
          Continue chapter {number}
        </ButtonLink>
      )}
    </span>
  );
}
