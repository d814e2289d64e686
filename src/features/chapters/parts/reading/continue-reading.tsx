import { useLayoutEffect, useSyncExternalStore } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import styles from './continue-reading.module.css';
import { placeIn, subscribeToPlaces, TO_PLACE } from './kept-places.ts';

export type ContinueReadingProps = {
  story: { id: number; slug: string };
  chapters: readonly { id: number }[];
};

/** On the server, and until the page is taken over. */
const UNKNOWN = -1;

/**
 * The way back to where this reader was, known in the browser only. boot.ts has made room for it before the first paint
 * (`data-place` on <html>), so it moves nothing when it comes.
 */
export function ContinueReading({ story, chapters }: ContinueReadingProps) {
  const chapterId = useSyncExternalStore(
    subscribeToPlaces,
    () => placeIn(story.id)?.chapterId,
    () => UNKNOWN,
  );
  const number = chapters.findIndex((chapter) => chapter.id === chapterId) + 1;

  useLayoutEffect(() => {
    if (chapterId === UNKNOWN) return;
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
        <ButtonLink variant="primary" href={urls.chapter(story.slug, chapterId) + TO_PLACE}>
          Continue chapter {number}
        </ButtonLink>
      )}
    </span>
  );
}
