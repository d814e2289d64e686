import { callApi } from '#ui/api-client.ts';
import { countShare, type SharePlatform } from '../contract/reading.ts';
import { addressOfStory } from './story-address.ts';

/** Tells that a story was shared. Counting is the site's affair: whether it works is nothing to the reader. */
export function tellShare(storyId: number, platform: SharePlatform): void {
  const input = { id: addressOfStory(storyId), shared_platform: platform };
  callApi(countShare, input, { keepalive: true }).catch(() => undefined);
}
