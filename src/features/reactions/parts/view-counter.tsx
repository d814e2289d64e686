import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { callApi } from '#ui/api-client.ts';
import { countView } from '../contract/reading.ts';
import { apiIdOfStory } from './story-api-id.ts';

/** Most visits come from no named page; the lists of known sites are loaded for the others. */
async function kindOfReferrer(isFirstPage: boolean) {
  if (!isFirstPage) return 'site';
  if (document.referrer === '') return 'direct';
  return (await import('#features/statistics/parts/referrer.ts')).referrerKind(
    document.referrer,
    location.host,
  );
}

/** Reports a view once per page visit; a page loaded in a background tab waits until it is visible. */
export function ViewCounter({ storyId }: { storyId: number }) {
  // Only the first page of a visit was opened from the page that the browser names.
  const isFirstPage = useLocation().key === 'default';
  useEffect(() => {
    async function report() {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', report);
      try {
        const referrer = await kindOfReferrer(isFirstPage);
        await callApi(countView, { id: apiIdOfStory(storyId), referrer }, { keepalive: true });
      } catch {
        // A view that cannot be counted is no reader's concern.
      }
    }
    document.addEventListener('visibilitychange', report);
    report();
    return () => document.removeEventListener('visibilitychange', report);
  }, [storyId, isFirstPage]);
  return null;
}
