import { useLayoutEffect, useSyncExternalStore } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { List } from '#ui/list.tsx';
import { StretchedLink } from '#ui/stretched-link.tsx';
import { urls } from '#urls.ts';
import {
  latestPositions,
  parsePositions,
  type ReadingPosition,
} from '../../components/reading/reading-positions.ts';
import {
  forgetPosition,
  forgetPositions,
  POSITION_HASH,
  storedPositions,
  subscribeToPositions,
} from './saved-positions.ts';
import styles from './started-stories.module.css';

/** The number of stories that fit into one row; boot.ts repeats it. */
const MAX_STORIES = 3;

/** Whether a title such as "Chapter 3" only repeats the chapter's number. */
const isPlainNumber = (title: string) => /^chapter\s+[\divxlc]+$/i.test(title.trim());

function positionText({ number, total, chapterTitle }: ReadingPosition): string {
  const chapter = `Chapter ${number} of ${total}`;
  return isPlainNumber(chapterTitle) ? chapter : `${chapter}: ${chapterTitle}`;
}

/**
 * The stories that this reader has begun on this device, latest first. All data come from the saved positions, so no
 * request reveals what is read here. The page is the same for everyone: boot.ts reserves the space before the first
 * paint (`data-continue` on <html>), so nothing moves when the list appears.
 */
export function StartedStories() {
  // undefined on the server and during hydration.
  const stored = useSyncExternalStore(subscribeToPositions, storedPositions, () => undefined);
  const positions = stored === undefined ? [] : latestPositions(parsePositions(stored), MAX_STORIES);
  const count = positions.length;

  useLayoutEffect(() => {
    if (stored === undefined) return;
    const { dataset } = document.documentElement;
    if (count === 0) delete dataset.continue;
    else dataset.continue = String(count);
  }, [stored, count]);
  useLayoutEffect(
    () => () => {
      delete document.documentElement.dataset.continue;
    },
    [],
  );

  return (
    <section className={styles.room} aria-labelledby="started-title">
      <div className={styles.head}>
        <p className={styles.label} id="started-title">
          Continue reading
        </p>
        {count === 0 ? null : (
          <button type="button" className={styles.clear} onClick={forgetPositions}>
            Clear all
          </button>
        )}
      </div>
      <List className={styles.list} aria-labelledby="started-title">
        {positions.map((position) => (
          <li key={position.storyId} className={styles.entry}>
            <StretchedLink
              className={styles.link}
              href={urls.chapter(position.slug, position.chapterId) + POSITION_HASH}
            >
              <span className={styles.title}>{position.title}</span>
              <span className={styles.where}>{positionText(position)}</span>
            </StretchedLink>
            <IconButton
              label={`Forget ${position.title}`}
              title="Forget"
              icon={<CloseIcon size={16} />}
              onClick={() => forgetPosition(position.storyId)}
            />
            <progress
              className={styles.progress}
              max={100}
              value={position.percent}
              aria-label="Read so far"
            />
          </li>
        ))}
      </List>
    </section>
  );
}
