import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useSession } from '#features/accounts/parts/session.ts';
import {
  clearPendingAction,
  pendingAction,
  useSignedInAction,
} from '#features/reactions/parts/pending-action.ts';
import { type LoadOnClick, useLoadOnClick } from '#ui/use-load-on-click.ts';
import type { ReportDialogProps, ReportTarget } from '../components/report-dialog.tsx';

// Loaded when a reader reports: other readers do not download forms.
const loadDialog = () => import('../components/report-dialog.tsx');

export interface Report {
  start: () => void;
  /** The waiting state of the button that starts the report. */
  waiting: LoadOnClick<unknown>['waitingProps'];
  dialog: ReactNode;
}

/** Starts a report; guests sign in first and find the dialog open when they return. */
export function useReport(target: ReportTarget): Report {
  const { status } = useSession();
  const performSignedIn = useSignedInAction();
  const { press, waitingProps } = useLoadOnClick(loadDialog);
  const [isOpen, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<ReportDialogProps>>();
  const name = `${target.kind} ${target.id}`;

  function open() {
    press((module) => {
      setDialog(() => module.ReportDialog);
      setOpen(true);
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens for who comes back from the login, once
  useEffect(() => {
    if (status !== 'in') return;
    const action = pendingAction();
    if (action?.kind !== 'report' || action.target !== name) return;
    clearPendingAction();
    open();
  }, [status, name]);

  return {
    start: () => performSignedIn({ kind: 'report', target: name }, open),
    waiting: waitingProps,
    dialog: Dialog === undefined ? null : <Dialog target={target} open={isOpen} onOpenChange={setOpen} />,
  };
}
