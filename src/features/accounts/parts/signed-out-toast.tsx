import { useEffect, useRef } from 'react';
import { useToast } from '#ui/toast.tsx';
import { useSession } from './session.ts';

let isSuppressed = false;

/** Suppresses the message for the next end of the session, which has a message of its own. */
export function suppressSignedOutToast(): void {
  isSuppressed = true;
}

/** Reports the end of a session, whether it ended here, in another tab, or by expiry. */
export function SignedOutToast() {
  const { status } = useSession();
  const toast = useToast();
  const previousStatus = useRef(status);
  useEffect(() => {
    const hasEnded = previousStatus.current === 'in' && status === 'out';
    previousStatus.current = status;
    if (!hasEnded) return;
    if (!isSuppressed) toast.show({ kind: 'success', message: 'You are signed out.' });
    isSuppressed = false;
  }, [status, toast]);
  return null;
}
