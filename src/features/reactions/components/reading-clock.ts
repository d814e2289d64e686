import {
  CHARACTERS_READ_A_SECOND,
  MIN_READ_SECONDS,
  READ_TIME_LEAVING_SECONDS,
  READ_TIME_REPORT_SECONDS,
} from '../contract/reading.ts';

export interface ReadingReport {
  read_time_seconds: number;
  completed: boolean;
}

/** Counts the seconds for which a text of this many characters is seen, and says what of it is to be reported. */
export interface ReadingClock {
  run(): void;
  pause(): void;
  /** At the end of each interval. */
  reportDue(): ReadingReport | undefined;
  /** When the reader goes, perhaps for good. */
  reportOnLeaving(): ReadingReport | undefined;
}

export function createReadingClock(
  contentLength: number,
  now: () => number = () => performance.now(),
): ReadingClock {
  let milliseconds = 0;
  let runningSince: number | undefined;
  let reportedSeconds = 0;
  let hasToldEnd = false;

  function secondsRead(): number {
    const running = runningSince === undefined ? 0 : now() - runningSince;
    return Math.floor((milliseconds + running) / 1000);
  }

  function report(minimum: number): ReadingReport | undefined {
    const seconds = secondsRead();
    // What goes beyond one report's share is told with the next.
    const fresh = Math.min(seconds - reportedSeconds, READ_TIME_REPORT_SECONDS);
    const completed = !hasToldEnd && seconds >= contentLength / CHARACTERS_READ_A_SECOND;
    if (fresh < minimum && !(completed && seconds >= minimum)) return undefined;
    reportedSeconds += fresh;
    hasToldEnd ||= completed;
    return { read_time_seconds: fresh, completed };
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
    reportOnLeaving: () => report(READ_TIME_LEAVING_SECONDS),
  };
}
