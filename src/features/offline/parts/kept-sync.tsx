import { useEffect } from 'react';
import { HOUR_MILLISECONDS } from '#base/durations.ts';
import { readEntry } from '#ui/browser-storage.ts';

/** Looks after what this browser keeps, once a visit; where nothing is kept and the site is not installed, nothing loads. */
export function KeptSync() {
  useEffect(() => {
    if (readEntry('keptKey') !== null || matchMedia('(display-mode: standalone)').matches)
      import('../components/tend-device.ts').then(
        ({ tendDevice }) => tendDevice(HOUR_MILLISECONDS),
        () => undefined,
      );
  }, []);
  return null;
}
