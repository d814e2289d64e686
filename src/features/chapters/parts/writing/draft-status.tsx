import { useEffect, useState } from 'react';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import type { DraftState } from '../../components/drafts/use-draft.ts';

const SAVED_TEXT = 'Your draft is saved, and you can go on with it here or on another device.';
const STORED_TEXT = 'Not saved yet. It is kept in this browser, and you can restore it here.';
const LOST_TEXT = 'Not saved yet, and this browser can’t keep it: it will be lost.';

/** Tells whether unsaved writing would survive leaving the page, and since when. */
export function DraftStatus({ draft }: { draft: DraftState }) {
  const { server, isChanged, isStored } = draft;
  return (
    <>
      {/* Announces the changes of state alone: the seconds would interrupt a screen reader all the time. */}
      <span aria-live="polite" aria-atomic="true" className="visually-hidden">
        {isChanged && (server.kind === 'saved' ? 'Draft saved' : problemText(draft))}
      </span>
      {isChanged ? (
        <span aria-hidden="true">
          {server.kind === 'saved' ? (
            <SavedAgo key={server.at} at={server.at} />
          ) : (
            (problemText(draft) ??
            (isStored ? 'Unsaved, kept in this browser' : 'Unsaved, and this browser can’t keep it'))
          )}
        </span>
      ) : null}
    </>
  );
}

function problemText({ server, isStored }: DraftState): string | undefined {
  const place = isStored ? 'kept in this browser' : 'and this browser can’t keep it';
  if (server.kind === 'offline') return `Not saved: offline, ${place}`;
  if (server.kind === 'conflict') return `Not saved: changed elsewhere, ${place}. Choose above`;
  if (server.kind === 'refused') return `Not saved, ${place}. ${server.reason ?? ''}`.trimEnd();
  return undefined;
}

/** 'Saved 12 s ago', counting. */
function SavedAgo({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return savedAgo(Math.max(0, now - at));
}

function savedAgo(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `Saved ${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `Saved ${minutes} min ago` : `Saved ${Math.floor(minutes / 60)} h ago`;
}

/** Asks for confirmation before the page leaves unsaved text. */
export function WritingGuard({ draft }: { draft: DraftState }) {
  const leaveText = draft.isStored ? STORED_TEXT : LOST_TEXT;
  return <LeaveGuard when={draft.differs} text={draft.server.kind === 'saved' ? SAVED_TEXT : leaveText} />;
}
