import { useEffect, useRef, useState } from 'react';
import { beginningOf, findBlock } from '#base/paragraphs.ts';
import { subscribeToClearedHistory } from '#ui/browser-storage.ts';
import { Button } from '#ui/button.tsx';
import { focusInPlace } from '#ui/focus-in-place.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { percentRead } from '../../components/reading/reading-positions.ts';
import type { ChapterEntry } from '../../contract/chapters.ts';
import { chapterTitle } from '../chapter-title.ts';
import styles from './position-tracker.module.css';
import { forgetPosition, POSITION_HASH, positionIn, savePosition } from './saved-positions.ts';

const SAVE_DELAY_MILLISECONDS = 250;
/** A chapter that fits the window counts as read after this time. */
const READ_AFTER_MILLISECONDS = 5000;

type ChapterName = Pick<ChapterEntry, 'id' | 'title' | 'order'>;

export type PositionTrackerProps = {
  story: { id: number; slug: string; title: string };
  chapter: ChapterName;
  next: ChapterName | undefined;
  number: number;
  total: number;
};

/** The offset of a block that was scrolled to (scroll-padding in base.css), and a little more. */
const BELOW_BAR_PIXELS = 28;

function blocks(): HTMLElement[] {
  return [...(document.getElementById('page-html')?.children ?? [])] as HTMLElement[];
}

/** The index of the first visible block below the bar, also while the bar is away: the place is the same with it. */
function topBlockIndex(all: readonly HTMLElement[]): number {
  const top = document.querySelector('header')?.offsetHeight ?? 0;
  const at = all.findIndex((block) => block.getBoundingClientRect().bottom > top + BELOW_BAR_PIXELS);
  return at === -1 ? all.length - 1 : at;
}

function scrollToBlock(block: HTMLElement): void {
  block.scrollIntoView({ block: 'start', behavior: 'instant' });
  focusInPlace(block);
}

/** Saves the reading position in the story on this device, and offers to return to the saved one. */
export function PositionTracker(props: PositionTrackerProps) {
  const [offeredBlock, setOfferedBlock] = useState<HTMLElement>();
  const storyId = props.story.id;
  const chapterId = props.chapter.id;
  const latest = useRef(props);
  const hasForgotten = useRef(false);

  useEffect(() => {
    latest.current = props;
  });

  // After the reader clears the reading history, reading that began before is not saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chapter restarts the effect
  useEffect(() => {
    hasForgotten.current = false;
    return subscribeToClearedHistory(() => {
      hasForgotten.current = true;
      setOfferedBlock(undefined);
    });
  }, [chapterId]);

  // Reads the saved position before this visit saves a new one.
  useEffect(() => {
    const position = positionIn(storyId);
    if (position?.chapterId !== chapterId || position.block === 0) return;
    const all = blocks();
    const at = findBlock(
      position,
      all.map((block) => beginningOf(block.textContent)),
    );
    const block = at === undefined ? undefined : all[at];
    if (at === undefined || block === undefined) return;
    // A kept chapter has its own address before it (offline/rules.ts).
    if (window.location.hash.endsWith(POSITION_HASH) && window.scrollY < 1) {
      scrollToBlock(block);
      return;
    }
    // After the browser's Back button the page is at the position already.
    const frame = requestAnimationFrame(() => {
      if (Math.abs(topBlockIndex(all) - at) > 1) setOfferedBlock(block);
    });
    return () => {
      cancelAnimationFrame(frame);
      setOfferedBlock(undefined);
    };
  }, [storyId, chapterId]);

  useEffect(() => {
    function savePositionNow() {
      const all = blocks();
      const last = all.at(-1);
      if (last === undefined || hasForgotten.current) return;
      const { story, chapter, next, number, total } = latest.current;
      const { slug, title } = story;
      const at = topBlockIndex(all);
      if (offeredBlock !== undefined) {
        // While the offer is shown, scrolling near the beginning does not overwrite the offered position.
        if (at < all.indexOf(offeredBlock)) return;
        setOfferedBlock(undefined);
      }
      if (last.getBoundingClientRect().bottom <= window.innerHeight) {
        if (next === undefined) forgetPosition(storyId);
        else {
          savePosition(storyId, {
            ...{ slug, title, chapterId: next.id, chapterTitle: chapterTitle(next) },
            ...{ block: 0, text: '', number: number + 1, total },
            percent: percentRead({ number: number + 1, total, block: 0, blocks: 1 }),
          });
        }
      } else if (at > 0) {
        savePosition(storyId, {
          ...{ slug, title, chapterId, chapterTitle: chapterTitle(chapter) },
          ...{ block: at, text: beginningOf(all[at]?.textContent ?? ''), number, total },
          percent: percentRead({ number, total, block: at, blocks: all.length }),
        });
      }
    }
    let saveTimer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      saveTimer ??= setTimeout(() => {
        saveTimer = undefined;
        savePositionNow();
      }, SAVE_DELAY_MILLISECONDS);
    };
    const readTimer = setTimeout(savePositionNow, READ_AFTER_MILLISECONDS);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(saveTimer);
      clearTimeout(readTimer);
      window.removeEventListener('scroll', onScroll);
    };
  }, [storyId, chapterId, offeredBlock]);

  return (
    <div className={styles.region} aria-live="polite">
      {offeredBlock === undefined ? null : (
        <div className={styles.offer}>
          <p>You were further on in this chapter.</p>
          <Button
            size="small"
            onClick={() => {
              scrollToBlock(offeredBlock);
              setOfferedBlock(undefined);
            }}
          >
            Go to my place
          </Button>
          <IconButton
            label="Stay here"
            icon={<CloseIcon size={18} />}
            onClick={() => setOfferedBlock(undefined)}
          />
        </div>
      )}
    </div>
  );
}
