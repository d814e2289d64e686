import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSession } from '#features/accounts/parts/session.ts';
import { forgetAct, useSignInFirst, waitingAct } from '#features/tracking/parts/waiting-act.ts';
import type { ReportTarget } from './report-dialog.tsx';

// Fetched when somebody reports: readers who do not carry no forms around.
const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

/** Begins a report; who is not signed in does that first, and finds the dialog open when they come back. */
export function useReport(target: ReportTarget): { begin: () => void; dialog: ReactNode } {
  const { status } = useSession();
  const signInFirst = useSignInFirst();
  const [isOpen, setOpen] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const name = `${target.kind} ${target.id}`;

  function open() {
    setBegun(true);
    setOpen(true);
  }

  useEffect(() => {
    if (status !== 'in') return;
    const act = waitingAct();
    if (act?.kind !== 'report' || act.target !== name) return;
    forgetAct();
    setBegun(true);
    setOpen(true);
  }, [status, name]);

  return {
    begin: () => (status === 'out' ? signInFirst({ kind: 'report', target: name }) : open()),
    dialog: hasBegun ? (
      <Suspense>
        <ReportDialog target={target} open={isOpen} onOpenChange={setOpen} />
      </Suspense>
    ) : null,
  };
}
