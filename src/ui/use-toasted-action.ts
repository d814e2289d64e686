import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { useToast } from './toast.tsx';

export interface ToastedAction {
  isBusy: boolean;
  /** Runs the action and tells what it returns. Whether it succeeded; never rejects. */
  run(action: () => Promise<string | undefined>): Promise<boolean>;
}

/** Runs an action whose outcome a toast tells; `failed` when the server gives no reason. */
export function useToastedAction(failed: string): ToastedAction {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);

  async function run(action: () => Promise<string | undefined>): Promise<boolean> {
    setBusy(true);
    try {
      const message = await action();
      if (message !== undefined) toast.show({ kind: 'success', message });
      return true;
    } catch (error) {
      toast.show({ kind: 'error', message: isApiError(error) ? error.message : failed });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, run };
}
