import { callApi } from '#ui/api-client.ts';
import { countShare, type SharePlatform } from '../contract.ts';

/** Tells that a story was shared. Counting is the site's affair: whether it works is nothing to the reader. */
export function tellShare(storyId: number, platform: SharePlatform): void {
  const input = { id: String(storyId), shared_platform: platform };
  callApi(countShare, input, { keepalive: true }).catch(() => undefined);
}
