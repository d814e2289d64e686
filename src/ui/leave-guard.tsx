import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

export type LeaveGuardProps = {
  /** Whether text would be lost; a function is asked at the moment of leaving. */
  when: boolean | (() => boolean);
  title?: string;
  text?: string;
  /** Called when the visitor leaves nevertheless. */
  onLeave?: () => void;
};

/** Asks before unsaved text is left behind: with a dialog of ours within this site, otherwise with the browser's. */
export function LeaveGuard(props: LeaveGuardProps) {
  const {
    when,
    title = 'Leave without saving?',
    text = 'What you have changed here is not saved yet.',
  } = props;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDue(when) &&
      (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  );

  useEffect(() => {
    if (when === false) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (isDue(when)) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => open || blocker.reset?.()}
      title={title}
      text={text}
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      onConfirm={() => {
        props.onLeave?.();
        blocker.proceed?.();
      }}
    />
  );
}

function isDue(when: LeaveGuardProps['when']): boolean {
  return typeof when === 'function' ? when() : when;
}
