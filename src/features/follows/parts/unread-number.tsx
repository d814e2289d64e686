import { useEffect, useRef, useState } from 'react';
import { unreadCount } from './unread-count.ts';

/** The number of unread chapters after a link to the updates, asked for when the link is seen: it may be in a closed menu. */
export function UnreadNumber() {
  const place = useRef<HTMLSpanElement>(null);
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void unreadCount.read().then(setUnread);
    });
    if (place.current !== null) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return <span ref={place}>{unread === 0 ? '\u00a0' : `\u00a0(${unread})`}</span>;
}
