import { useState } from 'react';
import { failureText } from './failure-text.ts';
import { type ToastMessage, useToast } from './toast.tsx';

/** A message of success, perhaps with a way back; nothing where the page itself shows the result. */
type Result = string | Pick<ToastMessage, 'message' | 'action'> | undefined;

export interface ToastedAction {
  isBusy: boolean;
  /**
   * Runs the action and tells what it returns, or why it failed; `failed` when the server gives no reason. Whether it
   * succeeded; never rejects.
   */
  run(action: () => Promise<Result>, failed?: string): Promise<boolean>;
}

/** Runs actions whose outcome a toast tells. */
export function useToastedAction(usuallyFailed: string): ToastedAction {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);

  async function run(action: () => Promise<Result>, failed = usuallyFailed): Promise<boolean> {
    setBusy(true);
    try {
      const result = await action();
      const told = typeof result === 'string' ? { message: result } : result;
      if (told !== undefined) toast.show({ kind: 'success', ...told });
      return true;
    } catch (error) {
      toast.show({ kind: 'error', message: failureText(error, failed) });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, run };
}
