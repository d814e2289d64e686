import { readEntry, writeEntry } from '#ui/browser-storage.ts';
import { siteAnswers } from '#ui/site-answers.ts';

/** The errors of imports whose file did not arrive: there is no network, or a deployment has removed the file. */
const missing = new Set<unknown>();

/** Those of code fetched before a press, which fetches it again and reports a failure. */
const fetchedAhead = new Set<unknown>();

/** Keeps a failure to fetch code before a press from reloading the page. To be called as soon as the fetch fails. */
export function ignoreMissingCode(error: unknown): void {
  fetchedAhead.add(error);
}

/** Whether code of a page could not be fetched. */
export function isMissingCode(error: unknown): boolean {
  return missing.has(error);
}

/** The time in which a second reload would not help either. */
const RELOADED_MILLISECONDS = 60_000;

/**
 * The time before a reload once the reader has begun to leave. Firefox then ends all requests, also those for code, and a
 * reload would end the leaving, even by Quick exit. Not every leaving ends the page: a download does not.
 */
const LEAVING_MILLISECONDS = 10_000;
let millisecondsToWait = 0;

type ReloadOutcome = 'reloading' | 'unreachable' | 'useless';
let attempt: Promise<ReloadOutcome> | undefined;

/** Reloads the page for new files if the site answers and a reload has not just been in vain. */
export function reloadForCode(): Promise<ReloadOutcome> {
  attempt ??= reloadOnce().then((outcome) => {
    if (outcome !== 'reloading') attempt = undefined;
    return outcome;
  });
  return attempt;
}

async function reloadOnce(): Promise<ReloadOutcome> {
  await new Promise((resolve) => setTimeout(resolve, millisecondsToWait));
  if (!(await siteAnswers())) return 'unreachable';
  const isRecent = Date.now() - Number(readEntry('reloadedForNewVersion')) < RELOADED_MILLISECONDS;
  if (isRecent || !writeEntry('reloadedForNewVersion', String(Date.now()))) return 'useless';
  location.reload();
  return 'reloading';
}

/**
 * Reloads the page when a deployment has removed its files; the new page has new ones. Without a network the page
 * stays, because a reload would take away the text that is being read.
 */
export function watchForMissingCode(): void {
  window.addEventListener('beforeunload', () => {
    millisecondsToWait = LEAVING_MILLISECONDS;
  });
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload);
    // The code that asked for the file learns of the failure after this event.
    setTimeout(() => {
      if (!fetchedAhead.has(payload)) void reloadForCode();
    });
  });
}
