import { useEffect, useRef } from 'react';
import { useToast } from '#ui/toast.tsx';
import { useSession } from './session.ts';

let isExpected = false;

/** The end of the session that comes now has words of its own. */
export function expectSignOut(): void {
  isExpected = true;
}

/** Says that one is signed out, however it came: here, in another tab, or because the session has run out. */
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
