import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type ToastMessage, useToast } from '#ui/toast.tsx';

/** The state of a navigation with a message: `navigate(url, { state: { notification: { kind, message } } })`. */
type NotificationState = { notification?: ToastMessage };

function notificationIn(state: unknown): ToastMessage | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const notification = (state as NotificationState).notification;
  if (typeof notification?.message !== 'string') return undefined;
  return { kind: notification.kind === 'error' ? 'error' : 'success', message: notification.message };
}

/** Shows the navigation's message once and removes it from the history, so that a reload does not repeat it. */
export function NotificationToast() {
  const location = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const shownFor = useRef<string>(undefined);

  useEffect(() => {
    const notification = notificationIn(location.state);
    if (notification === undefined || shownFor.current === location.key) return;
    shownFor.current = location.key;
    toast.show(notification);
    const { notification: _, ...rest } = location.state as NotificationState;
    const state = Object.keys(rest).length === 0 ? null : rest;
    void navigate(location.pathname + location.search + location.hash, {
      replace: true,
      state,
      // The address stays the same, so the loader's recent answer still holds.
      defaultShouldRevalidate: false,
      preventScrollReset: true,
    });
  }, [location, navigate, toast]);

  return null;
}
