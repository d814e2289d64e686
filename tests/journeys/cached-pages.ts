import { get, type RunningSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';

/** Waits until a path answers with this status: the site caches pages, so a change shows a moment later. */
export const untilAnswered = (site: RunningSite, path: string, status: number) =>
  untilEqual(async () => (await get(site, path)).status, status);

/** Waits until a page, which may be cached, includes the text or no longer does. */
export const untilMentioned = (site: RunningSite, path: string, text: string, expected = true) =>
  untilEqual(async () => (await get(site, path)).text.includes(text), expected);
