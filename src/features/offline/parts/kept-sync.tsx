import { useEffect } from 'react';
import { HOUR_MILLISECONDS } from '#base/durations.ts';

/**
 * Looks after what this browser keeps, once a visit. No story is kept without a worker: where there is none and the site is not
 * installed, nothing loads.
 */
export function KeptSync() {
  useEffect(() => {
    if (navigator.serviceWorker?.controller || matchMedia('(display-mode: standalone)').matches)
      import('../components/tend-device.ts').then(
        ({ tendDevice }) => tendDevice(HOUR_MILLISECONDS),
        () => undefined,
      );
  }, []);
  return null;
}
