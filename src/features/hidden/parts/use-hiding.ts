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
export function useHiding(result: HidingResult = {}) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { press, waitingProps } = useLoadOnClick(loadHide);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const page = { ...result, toast, revalidate, setBusy, setError };
  return {
    isBusy,
    error,
    waitingProps,
    change: (change: HidingChange) => {
      if (!isBusy) press(({ runHiding }) => void runHiding(change, page));
    },
  };
}
