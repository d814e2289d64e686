import { useEffect } from 'react';
import { callApi } from '#ui/api-client.ts';
import { countView } from '../contract/reading.ts';
import { apiIdOfStory } from './story-api-id.ts';

/** Reports a view once per page visit; a page loaded in a background tab waits until it is visible. */
export function ViewCounter({ storyId }: { storyId: number }) {
  useEffect(() => {
    function report() {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', report);
      callApi(countView, { id: apiIdOfStory(storyId) }).catch(() => undefined);
    }
    document.addEventListener('visibilitychange', report);
    report();
    return () => document.removeEventListener('visibilitychange', report);
  }, [storyId]);
  return null;
}
