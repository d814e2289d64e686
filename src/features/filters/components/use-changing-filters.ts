import { useState } from 'react';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import type { SavedFilter } from '../rules/saved-filters.ts';

const load = () => import('./change-filters.ts');

/** Changes the saved filters at a press; the code loads with it. */
export function useChangingFilters() {
  const { press, waitingProps } = useLoadOnClick(load);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  function change(to: (filters: readonly SavedFilter[]) => SavedFilter[], onDone: () => void): void {
    if (isBusy) return;
    press(async ({ changeFilters, messageOf }) => {
      setBusy(true);
      setError(undefined);
      try {
        await changeFilters(to);
        onDone();
      } catch (failure) {
        setError(messageOf(failure));
      }
      setBusy(false);
    });
  }
  return { change, isBusy, error, waitingProps, setError };
}
