import { useEffect } from 'react';
import { readEntry } from '#ui/browser-storage.ts';
import type { OpenedChapter } from '../components/device-history.ts';

/**
 * Keeps opened chapters on this device, if its reader wants that; without the choice nothing is loaded. The history of an
 * account is kept by the server, with the reports of reading.
 */
export function HistoryRecorder({ chapter }: { chapter: OpenedChapter }) {
  const { chapter_id, chapter_title, story_slug, story_title, author_username, author_display_name } =
    chapter;
  useEffect(() => {
    if (readEntry('keepHistory') === null) return;
    let stop: (() => void) | undefined;
    let isLeft = false;
    import('../components/device-history.ts').then(
      ({ noteOnDevice }) => {
        if (isLeft) return;
        stop = noteOnDevice({
          ...{ chapter_id, chapter_title, story_slug, story_title, author_username, author_display_name },
        });
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [chapter_id, chapter_title, story_slug, story_title, author_username, author_display_name]);
  return null;
}
