import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type ToastMessage, useToast } from '#ui/toast.tsx';

/** What a navigation may carry: `navigate(url, { state: { notification: { kind, message } } })`. */
type NotificationState = { notification?: ToastMessage };

function notificationIn(state: unknown): ToastMessage | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const notification = (state as NotificationState).notification;
  if (typeof notification?.message !== 'string') return undefined;
  return { kind: notification.kind === 'error' ? 'error' : 'success', message: notification.message };
}

/** Shows the message that came with the navigation, once, and takes it out of the history: a reload repeats nothing. */
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
      // The address stays: what its loader answered a moment ago still holds.
      defaultShouldRevalidate: false,
      preventScrollReset: true,
    });
  }, [location, navigate, toast]);

  return null;
}
