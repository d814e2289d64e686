import { findSeries } from '#features/series/service.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import { urls } from '#urls.ts';
import { candidateAddresses } from '../rules/old-addresses.ts';
import { findTarget } from '../store.ts';

/**
 * The present address of what an imported archive had at this one, if every visitor may find it. Stories are asked for
 * by id, so that one for those who have its link stays unknown: old ids can be guessed.
 */
export async function newAddressOf(connection: Connection, url: URL): Promise<string | undefined> {
  const target = await findTarget(connection, candidateAddresses(url));
  if (target === undefined) return undefined;
  if (target.story_id !== null) {
    const readable = await findReadableStory(connection, String(target.story_id));
    if (!readable.ok) return undefined;
    const [story] = await storiesByIds(connection, [readable.data]);
    if (story === undefined) return undefined;
    return target.chapter_id === null ? urls.story(story.slug) : urls.chapter(story.slug, target.chapter_id);
  }
  if (target.series_id !== null) {
    const series = await findSeries(connection, String(target.series_id), undefined);
    return series.ok ? urls.series(series.data.slug) : undefined;
  }
  return target.username === null ? undefined : urls.author(target.username);
}
