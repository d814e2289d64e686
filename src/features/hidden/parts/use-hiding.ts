import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useToast } from '#ui/toast.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import type { HidingChange } from '../components/hide.ts';
import type { HiddenItems } from '../contract.ts';

const loadHide = () => import('../components/hide.ts');

export interface HidingResult {
  /** Runs at once before the change, and before its undoing. */
  onStart?: (isHidden: boolean) => void;
  onFailed?: () => void;
  /** False: the caller shows `error` instead of a message at the page's foot. */
  saysFailures?: boolean;
  /** Receives the account's list; undefined for guests, whose pages load it again. */
  onDone?: (items: HiddenItems | undefined) => void;
}

/** Hides an item or shows it again, with a way back; the page then follows. The code loads with the first press. */
export function useHiding({ onStart, onFailed, onDone, saysFailures = true }: HidingResult = {}) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { press, waitingProps } = useLoadOnClick(loadHide);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function run(
    { changeHidden, messageOf }: Awaited<ReturnType<typeof loadHide>>,
    change: HidingChange,
  ) {
    const back = () => void run({ changeHidden, messageOf }, { ...change, isHidden: !change.isHidden });
    setBusy(true);
    setError(undefined);
    onStart?.(change.isHidden);
    try {
      const items = await changeHidden(change);
      onDone?.(items);
      toast.show({
        kind: 'success',
        message: change.isHidden ? 'Hidden.' : 'Shown again.',
        action: { label: 'Undo', run: back },
      });
      await revalidate();
    } catch (failure) {
      onFailed?.();
      const message = messageOf(failure);
      if (saysFailures) toast.show({ kind: 'error', message });
      else setError(message);
    }
    setBusy(false);
  }
  return {
    isBusy,
    error,
    waitingProps,
    change: (change: HidingChange) => {
      if (!isBusy) press((module) => void run(module, change));
    },
  };
}
