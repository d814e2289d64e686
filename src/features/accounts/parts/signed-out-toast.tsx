import { useEffect, useRef } from 'react';
import { useToast } from '#ui/toast.tsx';
import { useSession } from './session.ts';

let isExpected = false;

/** Suppresses the message for the next end of the session, which has a message of its own. */
export function expectSignOut(): void {
  isExpected = true;
}

/** Reports the end of a session, whether it ended here, in another tab, or by expiry. */
export function SignedOutToast() {
  const { status } = useSession();
  const toast = useToast();
  const before = useRef(status);
  useEffect(() => {
    const hasEnded = before.current === 'in' && status === 'out';
    before.current = status;
    if (!hasEnded) return;
    if (!isExpected) toast.show({ kind: 'success', message: 'You are signed out.' });
    isExpected = false;
  }, [status, toast]);
  return null;
}
