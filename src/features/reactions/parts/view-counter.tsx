import { useEffect } from 'react';
import { callApi } from '#ui/api-client.ts';
import { countView } from '../contract/reading.ts';
import { addressOfStory } from './story-address.ts';

/** Tells once per visit of the page that the story was looked at; a page loaded in a tab behind waits until it is seen. */
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
