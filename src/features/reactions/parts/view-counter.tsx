import { useEffect } from 'react';
import { callApi } from '#ui/api-client.ts';
import { countView } from '../contract/reading.ts';
import { addressOfStory } from './story-api-id.ts';

/** Reports a view once per page visit; a page loaded in a background tab waits until it is visible. */
export function ViewCounter({ storyId }: { storyId: number }) {
  useEffect(() => {
    function tell() {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', tell);
      callApi(countView, { id: addressOfStory(storyId) }).catch(() => undefined);
    }
    document.addEventListener('visibilitychange', tell);
    tell();
    return () => document.removeEventListener('visibilitychange', tell);
  }, [storyId]);
  return null;
}
