import { isApiError } from '#base/failure.ts';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { getStory } from '#features/stories/contract/stories.ts';
import { wholeStory } from '#features/whole-story/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { canKeepRecords } from '#ui/device-records.ts';
import { offlineMessages } from '../contract.ts';
import { startWorker, stopIdleWorker } from '../parts/service-worker.ts';
import { isCurrent, type KeptStory, type KeptText, withoutStory, withStory } from '../rules.ts';
import { abortWhenCleared, changeKept, readIndex } from './kept-library.ts';

/** Fetches a story and keeps it, in place of an earlier copy, which keeps its day. */
async function fetchAndKeep(slug: string, keptAt: number, signal: AbortSignal): Promise<void> {
  const story = await callApi(getStory, { id: slug }, { signal });
  const texts = new Map<string, KeptText[]>();
  let chapters: KeptStory['chapters'] = [];
  for (let part = 1, parts = 1; part <= parts; part++) {
    const whole = await callApi(wholeStory, { id: story.slug, part }, { signal });
    texts.set(crypto.randomUUID(), whole.texts);
    ({ chapters, parts } = whole);
  }
  const bytes = [...texts.values()].reduce((sum, part) => sum + JSON.stringify(part).length, 0);
  const { warnings, staff_warnings, chapter_warnings } = story;
  const kept: KeptStory = {
    ...{ id: story.id, slug: story.slug, title: story.title },
    ...{ author: story.author_display_name, language: story.language },
    warned: { warnings, staff_warnings, chapter_warnings },
    ...{ keptAt, checkedAt: Date.now(), bytes, records: [...texts.keys()], chapters },
  };
  await changeKept((index) => ({ ...withStory(index, kept), texts }), signal);
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Keeps a story on this device, unless the controller aborts. Returns the sentence for the reader when it could not; nothing
 * is left of it then.
 */
export async function keepStory(
  slug: string,
  controller = new AbortController(),
): Promise<string | undefined> {
  if (!canKeepRecords()) return offlineMessages.unavailable;
  try {
    await abortWhenCleared(controller, (signal) => fetchAndKeep(slug, Date.now(), signal));
  } catch (error) {
    await stopIdleWorker().catch(() => undefined);
    if (isFull(error)) return offlineMessages.noSpace;
    if (!isApiError(error)) return offlineMessages.failed;
    return error.status === 401 ? offlineMessages.forMembers : error.message;
  }
  try {
    await startWorker();
    return undefined;
  } catch {
    // Its error does not tell whether there was no room, or no network.
    await forgetStory(slug).catch(() => undefined);
    return offlineMessages.noWorker;
  }
}

export async function forgetStory(slug: string): Promise<void> {
  await changeKept((index) => withoutStory(index, slug));
  await stopIdleWorker();
}

export async function forgetAll(): Promise<void> {
  await changeKept((index) => ({ index: { ...index, stories: [], gone: [] } }));
  await stopIdleWorker();
}

/**
 * Deletes what is due, and looks whether the site still has each story as it is kept: a story that is gone, or no longer for
 * this reader, is deleted, and another version fetched. Without a network nothing changes.
 */
export async function tendKept(minimumAge: number): Promise<void> {
  await changeKept((index) => ({ index }));
  await abortWhenCleared(new AbortController(), (signal) => compareWithSite(minimumAge, signal));
  await stopIdleWorker();
}

async function compareWithSite(minimumAge: number, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const { stories } = await readIndex(now);
  for (const story of stories) {
    if (now - story.checkedAt < minimumAge) continue;
    try {
      const { chapters } = await callApi(listChapters, { id: story.slug }, { signal });
      if (isCurrent(story.chapters, chapters)) await markChecked(story.slug, now, signal);
      else await fetchAndKeep(story.slug, story.keptAt, signal);
    } catch (error) {
      // The call that ends the session is answered as for a guest.
      if (signal.aborted) return;
      if (!isApiError(error)) continue;
      if (error.status === 0) break;
      if (error.status === 401 || error.status === 404) await removeGone(story, signal);
    }
  }
}

function markChecked(slug: string, checkedAt: number, signal: AbortSignal): Promise<unknown> {
  return changeKept(
    (index) => ({
      index: {
        ...index,
        stories: index.stories.map((story) => (story.slug === slug ? { ...story, checkedAt } : story)),
      },
    }),
    signal,
  );
}

function removeGone({ slug, title }: KeptStory, signal: AbortSignal): Promise<unknown> {
  return changeKept((current) => {
    const { index, records } = withoutStory(current, slug);
    return { index: { ...index, gone: [...index.gone, title] }, records };
  }, signal);
}
