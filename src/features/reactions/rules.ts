/**
 * What programs that read for others call themselves: search engines, archives, link previews, checkers and
 * browsers without a window. A list of words rather than of names: it also knows those that come next year. Cubot is
 * a maker of telephones.
 */
const crawlerWords =
  /(?<!cu)bot|crawl|spider|slurp|headless|phantom|scrap|archive|preview|externalhit|mediapartners|lighthouse|page ?speed|validator|checker|monitor|feed|fetcher|embed/i;

/** Whether it is a program and not a reader, by the User-Agent header. Whoever wants to lie, can. */
export function isCrawler(userAgent: string): boolean {
  // A header has room for 16 kB; names stand at its beginning.
  return crawlerWords.test(userAgent.slice(0, 1_000));
}
