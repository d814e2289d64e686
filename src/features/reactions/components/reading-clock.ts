import {
  MIN_READ_SECONDS,
  MIN_READ_SECONDS_ON_LEAVING,
  READ_TIME_REPORT_SECONDS,
  READING_CHARACTERS_PER_SECOND,
} from '../contract/reading.ts';

export interface ReadingReport {
  read_time_seconds: number;
  completed: boolean;
}

/** Counts the seconds for which a text of this many characters is visible, and builds the reports. */
export interface ReadingClock {
  run(): void;
  pause(): void;
  /** Called at the end of each interval. */
  reportDue(): ReadingReport | undefined;
  /** Called when the reader leaves, perhaps for good. */
  reportOnLeaving(): ReadingReport | undefined;
}

export function createReadingClock(
  contentLength: number,
  now: () => number = () => performance.now(),
): ReadingClock {
  let milliseconds = 0;
  let runningSince: number | undefined;
  let reportedSeconds = 0;
  let hasReportedEnd = false;

  function secondsRead(): number {
    const running = runningSince === undefined ? 0 : now() - runningSince;
    return Math.floor((milliseconds + running) / 1000);
  }

  function report(minimum: number): ReadingReport | undefined {
    const seconds = secondsRead();
    // Seconds beyond one report's maximum go into the next report.
    const newSeconds = Math.min(seconds - reportedSeconds, READ_TIME_REPORT_SECONDS);
    const completed = !hasReportedEnd && seconds >= contentLength / READING_CHARACTERS_PER_SECOND;
    if (newSeconds < minimum && !(completed && seconds >= minimum)) return undefined;
    reportedSeconds += newSeconds;
    hasReportedEnd ||= completed;
    return { read_time_seconds: newSeconds, completed };
  }

  return {
    run() {
      runningSince ??= now();
    },
    pause() {
      if (runningSince === undefined) return;
      milliseconds += now() - runningSince;
      runningSince = undefined;
    },
    reportDue: () => report(MIN_READ_SECONDS),
    reportOnLeaving: () => report(MIN_READ_SECONDS_ON_LEAVING),
  };
}
