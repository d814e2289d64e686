import { callApi } from '#ui/api-client.ts';
import { countShare, type SharePlatform } from '../contract/reading.ts';
import { addressOfStory } from './story-api-id.ts';

/** Reports that a story was shared. A failure is ignored: counting does not concern the reader. */
export function tellShare(storyId: number, platform: SharePlatform): void {
  const input = { id: addressOfStory(storyId), shared_platform: platform };
  callApi(countShare, input, { keepalive: true }).catch(() => undefined);
}
