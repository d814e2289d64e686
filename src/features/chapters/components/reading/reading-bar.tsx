import { useEffect, useRef, useState } from 'react';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { classNames } from '#ui/class-names.ts';
import { ContentsIcon } from '#ui/contents-icon.tsx';
import { urls } from '#urls.ts';
import { ReadingSettingsButton } from '../../parts/reading/reading-settings-button.tsx';
import { BAR_AT_TOP, barAfterScroll, readShare } from './bar-visibility.ts';
import styles from './reading-bar.module.css';

export type ReadingBarProps = {
  story: { slug: string; title: string };
  chapter: { id: number; title: string; wordCount: number };
};

const textBox = () => document.getElementById('page-html')?.getBoundingClientRect();

/** Whether a press is meant for the page itself and not for something on it. */
function isPlainTap(event: MouseEvent): boolean {
  const isFinger = event instanceof PointerEvent && event.pointerType !== 'mouse';
  if (!isFinger || getSelection()?.isCollapsed === false) return false;
  return (
    event.target instanceof Element &&
    event.target.closest('a, button, input, summary, details, [role]') === null
  );
}

/**
 * Nothing but the text while one reads on: the site's bar leaves on the way down (`data-bar` on <html>), and returns on
 * the way up or by a tap, together with a line about the chapter at the foot of the window.
 */
export function ReadingBar({ story, chapter }: ReadingBarProps) {
  const state = useRef(BAR_AT_TOP);
  const [isShown, setShown] = useState(false);
  const [share, setShare] = useState(0);

  useEffect(() => {
    const { dataset } = document.documentElement;
    const apply = (box: DOMRect | undefined) => {
      const { isAway } = state.current;
      const isInText = box !== undefined && box.top < 0 && box.bottom > window.innerHeight;
      if (isAway) dataset.bar = 'away';
      else delete dataset.bar;
      setShown(isInText && !isAway);
      // Nothing is rendered on the way down.
      if (isInText && !isAway) setShare(readShare(box, window.innerHeight));
    };
    const onScroll = () => {
      const box = textBox();
      const firstLine = Math.max(0, window.scrollY + (box?.top ?? 0));
      state.current = barAfterScroll(state.current, window.scrollY, firstLine);
      apply(box);
    };
    const onClick = (event: MouseEvent) => {
      const isInText = event.target instanceof Element && event.target.closest('#page-html') !== null;
      if (!isInText || !isPlainTap(event)) return;
      const at = window.scrollY;
      state.current = { isAway: !state.current.isAway, at, from: at };
      apply(textBox());
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('click', onClick);
    return () => {
      window.removeEventListener('scroll', onScroll);
      document.removeEventListener('click', onClick);
      delete dataset.bar;
    };
  }, []);

  const percent = Math.round(share * 100);
  return (
    <aside className={classNames(styles.bar, isShown && styles.shown)} aria-label="Place in the chapter">
      {/* The line below says it in words. */}
      <progress className={styles.progress} value={share} aria-hidden="true" />
      <p className={styles.words}>
        <span className={styles.title}>{chapter.title}</span>
        <span className={styles.left}>
          {percent}%, {readingTime(chapter.wordCount * (1 - share))} left
        </span>
      </p>
      <a
        className={styles.contents}
        href={`${urls.story(story.slug)}#chapter-${chapter.id}`}
        title="Contents"
      >
        <ContentsIcon />
        <span className="visually-hidden">Contents of {story.title}</span>
      </a>
      <ReadingSettingsButton />
    </aside>
  );
}
