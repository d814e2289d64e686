import { READ_TIME_REPORT_SECONDS } from '../contract/reading.ts';

/** Limits reported reading time to the time elapsed. */
export interface ReadingPace {
  /** The part of the reported seconds that can have elapsed since this reader's last report on a chapter. */
  plausibleSeconds(reader: string, seconds: number): number;
}

/**
 * Remembers the reporters in this process alone, and no longer than one report can cover: older reports have no effect.
 * `now` is in milliseconds and never goes back.
 */
export function createReadingPace(now: () => number = () => performance.now()): ReadingPace {
  // Ordered by last report: a reader who reports again moves to the end.
  const lastReports = new Map<string, number>();
  return {
    plausibleSeconds(reader, seconds) {
      const time = now();
      const maxMilliseconds = READ_TIME_REPORT_SECONDS * 1000;
      for (const [reporter, reportedAt] of lastReports) {
        if (time - reportedAt < maxMilliseconds) break;
        lastReports.delete(reporter);
      }
      const elapsed = Math.min(maxMilliseconds, time - (lastReports.get(reader) ?? Number.NEGATIVE_INFINITY));
      const counted = Math.min(Math.floor(seconds), Math.floor(elapsed / 1000));
      if (counted > 0) {
        lastReports.delete(reader);
        lastReports.set(reader, time);
      }
      return counted;
    },
  };
}
