import { useEffect } from 'react';
import { callApi } from '#ui/api-client.ts';
import { createReadingClock, type ReadingReport } from '../components/reading-clock.ts';
import { countReadTime, READ_TIME_REPORT_SECONDS } from '../contract/reading.ts';

export type ReadingReporterProps = {
  storyId: number;
  chapterId: number;
  /** The length of the chapter's HTML in characters, which determines when it counts as read. */
  contentLength: number;
};

/** Reports how long a chapter is read in a visible tab, and whether to the end. */
export function ReadingReporter({ storyId, chapterId, contentLength }: ReadingReporterProps) {
  useEffect(() => {
    const clock = createReadingClock(contentLength);

    function send(report: ReadingReport | undefined) {
      if (report === undefined) return;
      const input = { id: String(storyId), chapter_id: chapterId, ...report };
      callApi(countReadTime, input, { keepalive: true }).catch(() => undefined);
    }
    function leave() {
      clock.pause();
      send(clock.reportOnLeaving());
    }
    function updateClock() {
      if (document.visibilityState === 'visible') clock.run();
      else leave();
    }

    updateClock();
    const timer = setInterval(() => send(clock.reportDue()), READ_TIME_REPORT_SECONDS * 1000);
    document.addEventListener('visibilitychange', updateClock);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', updateClock);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [storyId, chapterId, contentLength]);
  return null;
}
