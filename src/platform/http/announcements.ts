import '../server-only.ts';
import { ANNOUNCEMENT_KINDS, type AnnouncementKind } from '#base/announcement-kinds.ts';
import type { InvalidationReceiver } from '../database/cache-invalidation.ts';
import type { Log } from '../runtime/log.ts';
import { readInOrder } from '../runtime/read-in-order.ts';
import { createReloadLater } from '../runtime/reload-later.ts';

export interface ShownAnnouncement {
  id: number;
  kind: AnnouncementKind;
  /** Plain text with links as [words](address). */
  text: string;
}

interface Announcement extends ShownAnnouncement {
  starts_at: Date;
  ends_at: Date;
}

/** The announcements as one process has them in memory. */
export interface Announcements extends InvalidationReceiver {
  /** Those to show now: of each kind the one that started last. */
  current(): ShownAnnouncement[];
  /** Whether one starts or ends so soon that caches outside of this process may not keep a page. */
  isChangeNear(): boolean;
  /** Reads the announcements again; the notification of a change does so by itself. */
  reload(): Promise<void>;
  /** Calls back when other announcements are to be shown, and when such a change comes near. */
  onChange(listener: () => void): void;
  stop(): void;
}

/** The name under which the database tells of a change. */
const CHANGE_TAG = 'announcements';
/** Longer than other caches keep a page (PUBLIC_CACHE_CONTROL). */
const NEAR_MILLISECONDS = 60_000;
/** Node's timers take no longer time. */
const MAX_TIMER_MILLISECONDS = 24 * 60 * 60 * 1000;

export function createAnnouncements(options: {
  /** Reads the announcements that have not ended. */
  load: () => Promise<Announcement[]>;
  log: Pick<Log, 'warn'>;
}): Announcements {
  const { load, log } = options;
  const listeners: (() => void)[] = [];
  let announcements: Announcement[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const changes = () =>
    announcements.flatMap(({ starts_at, ends_at }) => [starts_at.getTime(), ends_at.getTime()]);

  function notify(): void {
    for (const listener of listeners) listener();
  }

  /** Waits for the next start or end, and for the time shortly before. */
  function schedule(): void {
    clearTimeout(timer);
    const now = Date.now();
    const moments = changes().flatMap((change) => [change - NEAR_MILLISECONDS, change]);
    const next = Math.min(...moments.filter((moment) => moment > now));
    if (!Number.isFinite(next)) return;
    const wake = () => {
      // A timer may fire a moment too early, and a long wait is cut into parts.
      if (Date.now() >= next) notify();
      schedule();
    };
    timer = setTimeout(wake, Math.min(MAX_TIMER_MILLISECONDS, Math.max(1, next - now))).unref();
  }

  const reload = readInOrder(load, (loaded) => {
    if (isStopped) return;
    const isSame = JSON.stringify(loaded) === JSON.stringify(announcements);
    announcements = loaded;
    if (!isSame) notify();
    schedule();
  });

  const reloadLater = createReloadLater(reload, (err) =>
    log.warn({ err }, 'the announcements can’t be read right now'),
  );

  return {
    current() {
      if (announcements.length === 0) return [];
      const now = Date.now();
      const shown = announcements
        .filter(({ starts_at, ends_at }) => starts_at.getTime() <= now && now < ends_at.getTime())
        .sort((one, other) => other.starts_at.getTime() - one.starts_at.getTime() || other.id - one.id);
      return ANNOUNCEMENT_KINDS.flatMap((kind) => shown.find((each) => each.kind === kind) ?? []);
    },
    isChangeNear() {
      const now = Date.now();
      return changes().some((change) => change > now && change - NEAR_MILLISECONDS <= now);
    },
    reload,
    onChange: (listener) => listeners.push(listener),
    purge(tags) {
      if (tags.includes(CHANGE_TAG)) reloadLater();
    },
    clear: reloadLater,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      reloadLater.stop();
    },
  };
}
