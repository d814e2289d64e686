/**
 * Words in the user agents of programs: search engines, archives, link previews, checkers and headless browsers. Words,
 * unlike full names, also match next year's programs. Cubot is a phone manufacturer.
 */
const crawlerWords =
  /(?<!cu)bot|crawl|spider|slurp|headless|phantom|scrap|archive|preview|externalhit|mediapartners|lighthouse|page ?speed|validator|checker|monitor|feed|fetcher|embed/i;

/** Whether a User-Agent header belongs to a program instead of a reader. A program that lies is not detected. */
export function isCrawler(userAgent: string): boolean {
  // A header can have 16 kB; names are at its start.
  return crawlerWords.test(userAgent.slice(0, 1_000));
}

/** Fewer readers in common could name one of them. */
export const MIN_SHARED_READERS = 10;
/** More than a list of related stories shows, as some of them may be out of sight. */
export const MAX_MATES_PER_STORY = 24;
