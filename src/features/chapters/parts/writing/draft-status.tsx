import { LeaveGuard } from '#ui/leave-guard.tsx';
import type { DraftState } from '../../components/drafts/use-draft.ts';

const STORED_TEXT = 'Not saved yet. It is kept in this browser, and you can restore it here.';
const LOST_TEXT = 'Not saved yet, and this browser can’t keep it: it will be lost.';

/** Tells whether unsaved writing would survive leaving the page. */
export function DraftStatus({ draft }: { draft: DraftState }) {
  if (!draft.isChanged) return null;
  return draft.isStored ? 'Unsaved, kept in this browser' : 'Unsaved, and this browser can’t keep it';
}

/** Asks for confirmation before the page leaves unsaved text. */
export function WritingGuard({ draft }: { draft: DraftState }) {
  return <LeaveGuard when={draft.isChanged} text={draft.isStored ? STORED_TEXT : LOST_TEXT} />;
}
