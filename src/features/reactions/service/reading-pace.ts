import { READ_TIME_REPORT_SECONDS } from '../contract/reading.ts';

/** Nobody reads more seconds than go by. */
export interface ReadingPace {
  /** Of the seconds that a reader reports for a chapter, those that can have gone by since the last report. */
  plausible(reader: string, seconds: number): number;
}

/**
 * Remembers who reported when, in this process alone and no longer than one report may cover: after that it tells
 * nothing more. `now` is in milliseconds and never goes back.
 */
export function createReadingPace(now: () => number = () => performance.now()): ReadingPace {
  // In the order of the reports: a reader who reports again moves to the end.
  const lastReports = new Map<string, number>();
  return {
    plausible(reader, seconds) {
      const time = now();
      const longest = READ_TIME_REPORT_SECONDS * 1000;
      for (const [one, reportedAt] of lastReports) {
        if (time - reportedAt < longest) break;
        lastReports.delete(one);
      }
      const passed = Math.min(longest, time - (lastReports.get(reader) ?? Number.NEGATIVE_INFINITY));
      const counted = Math.min(Math.floor(seconds), Math.floor(passed / 1000));
      if (counted > 0) {
        lastReports.delete(reader);
        lastReports.set(reader, time);
      }
      return counted;
    },
  };
}
