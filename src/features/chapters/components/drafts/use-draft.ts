import { useCallback, useEffect, useRef, useState } from 'react';
import { beforeKeysGo, fetchKeyOf, knownKeyOf } from '../../parts/drafts/draft-keys.ts';
import {
  abandonedDrafts,
  type Draft,
  type DraftPlace,
  type DraftValues,
  forgetDraft,
  holdDraft,
  keepDraft,
  newDraftKey,
} from '../../parts/drafts/drafts.ts';

/** Short enough that a crash costs a word, long enough that saving costs no noticeable work. */
const KEPT_AFTER_MILLISECONDS = 250;

export type DraftOptions = DraftPlace & {
  /** The updated_at of the edited text. */
  basedOn?: string | undefined;
  /** Reads the current values of the fields. It must still work just after the form is unmounted. */
  read: () => DraftValues;
};

export interface DraftState {
  /** Schedules saving; called with every change. */
  note: () => void;
  /** Saves at once. */
  keepNow: () => void;
  /** Whether anything is not yet saved on the server. */
  isChanged: boolean;
  /** Whether this browser stores the draft. */
  isKept: boolean;
  /** Drafts left behind here earlier. */
  offers: Draft[];
  /** Removes an offer whose text was restored or discarded. */
  dismiss: (draft: Draft) => void;
  /** Marks everything as saved. */
  settle: () => void;
  /** Stores the text as a draft of another place, which will offer it; false when it cannot be stored. */
  leaveAt: (place: string, values: DraftValues) => boolean;
  /** Stores a copy of the current fields, to be offered when this place is opened again. */
  leaveCopy: () => void;
}

/** Stores unsaved writing in this browser until it is saved on the server. */
export function useDraft({ accountId, place, basedOn, read }: DraftOptions): DraftState {
  const [key] = useState(newDraftKey);
  const [offers, setOffers] = useState<Draft[]>([]);
  const [isChanged, setChanged] = useState(false);
  const [isKept, setKept] = useState(true);
  const latest = useRef({ read, basedOn });
  const saved = useRef<DraftValues>(undefined);
  const later = useRef<() => void>(() => undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = { read, basedOn };
  });

  const keepNow = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (saved.current === undefined) return;
    const values = latest.current.read();
    const differs = !isSame(values, saved.current);
    setChanged(differs);
    if (!differs) {
      forgetDraft(key);
      return;
    }
    if (keepDraft(key, { accountId, place }, values, latest.current.basedOn)) {
      setKept(true);
      return;
    }
    if (knownKeyOf(accountId) !== undefined) {
      setKept(false);
      return;
    }
    // The key is still loading, or its first request failed.
    void fetchKeyOf(accountId).then((found) => {
      if (found === undefined) setKept(false);
      else later.current();
    });
  }, [key, accountId, place]);

  useEffect(() => {
    later.current = keepNow;
  });

  const note = useCallback(() => {
    timer.current ??= setTimeout(keepNow, KEPT_AFTER_MILLISECONDS);
  }, [keepNow]);

  useEffect(() => {
    const before = latest.current.read();
    saved.current = before;
    const release = holdDraft(key);
    let isHere = true;
    void abandonedDrafts({ accountId, place }).then((drafts) => {
      // An equal draft was saved on the server, but the page left before the answer came.
      const known = drafts.filter((draft) => isSame(draft.values, before));
      for (const draft of known) forgetDraft(draft.key);
      if (isHere) setOffers(drafts.filter((draft) => !known.includes(draft) && draft.key !== key));
    });
    const keepIfDue = () => {
      if (timer.current !== undefined) keepNow();
    };
    const stopWaiting = beforeKeysGo(keepIfDue);
    window.addEventListener('pagehide', keepIfDue);
    document.addEventListener('visibilitychange', keepIfDue);
    return () => {
      isHere = false;
      keepIfDue();
      release();
      stopWaiting();
      window.removeEventListener('pagehide', keepIfDue);
      document.removeEventListener('visibilitychange', keepIfDue);
    };
  }, [key, accountId, place, keepNow]);

  function dismiss(draft: Draft) {
    forgetDraft(draft.key);
    setOffers((shown) => shown.filter((one) => one.key !== draft.key));
  }

  function settle() {
    clearTimeout(timer.current);
    timer.current = undefined;
    forgetDraft(key);
    saved.current = latest.current.read();
    setChanged(false);
  }

  function leaveAt(target: string, values: DraftValues) {
    const isLeft = keepDraft(newDraftKey(), { accountId, place: target }, values, undefined);
    if (isLeft) settle();
    return isLeft;
  }

  function leaveCopy() {
    keepDraft(newDraftKey(), { accountId, place }, latest.current.read(), latest.current.basedOn);
  }

  return { note, keepNow, leaveCopy, isChanged, isKept, offers, dismiss, settle, leaveAt };
}

function isSame(one: DraftValues, other: DraftValues): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''));
}
