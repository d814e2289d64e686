import { callApi } from '#ui/api-client.ts';
import { countShare, type SharePlatform } from '../contract/reading.ts';
import { apiIdOfStory } from './story-api-id.ts';

/** Reports that a story was shared. A failure is ignored: counting does not concern the reader. */
export function reportShare(storyId: number, platform: SharePlatform): void {
  const input = { id: apiIdOfStory(storyId), shared_platform: platform };
  callApi(countShare, input, { keepalive: true }).catch(() => undefined);
}
