import { useEffect } from 'react';
import { readEntry } from '#ui/browser-storage.ts';
import type { OpenedChapter, OpenedStory } from '../components/device-history.ts';

export type HistoryRecorderProps = { story: OpenedStory; chapter: OpenedChapter };

/**
 * Keeps opened chapters on this device, if its reader wants that; without the choice nothing is loaded. The history of an
 * account is kept by the server, with the reports of reading.
 */
export function HistoryRecorder({ story, chapter }: HistoryRecorderProps) {
  useEffect(() => {
    if (readEntry('keepHistory') === null) return;
    const recording = import('../components/device-history.ts').then(
      ({ noteOnDevice }) => noteOnDevice(story, chapter),
      () => undefined,
    );
    return () => void recording.then((stop) => stop?.());
  }, [story, chapter]);
  return null;
}
