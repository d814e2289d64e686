import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { referrerKind } from '#features/statistics/parts/referrer.ts';
import { callApi } from '#ui/api-client.ts';
import { countView } from '../contract/reading.ts';
import { apiIdOfStory } from './story-api-id.ts';

/** Reports a view once per page visit; a page loaded in a background tab waits until it is visible. */
export function ViewCounter({ storyId }: { storyId: number }) {
  // Only the first page of a visit was opened from the page that the browser names.
  const isFirstPage = useLocation().key === 'default';
  useEffect(() => {
    function report() {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', report);
      const referrer = isFirstPage ? referrerKind(document.referrer, location.host) : 'site';
      callApi(countView, { id: apiIdOfStory(storyId), referrer }).catch(() => undefined);
    }
    document.addEventListener('visibilitychange', report);
    report();
    return () => document.removeEventListener('visibilitychange', report);
  }, [storyId, isFirstPage]);
  return null;
}
