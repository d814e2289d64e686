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

/** Soon enough that a crash costs a word, seldom enough to be no work. */
const KEPT_AFTER_MILLISECONDS = 250;

export type DraftOptions = DraftPlace & {
  /** The updated_at of what is edited. */
  basedOn?: string | undefined;
  /** What stands in the fields now. It must still answer when the form is just gone. */
  read: () => DraftValues;
};

export interface DraftState {
  /** To be called with every change. */
  note: () => void;
  /** The same, at once. */
  keepNow: () => void;
  /** Whether there is anything that is not saved. */
  isChanged: boolean;
  /** Whether this browser keeps it. */
  isKept: boolean;
  /** What was left behind here earlier. */
  offers: Draft[];
  /** Takes an offer away: its text was put into the fields, or is not wanted. */
  dismiss: (draft: Draft) => void;
  /** Everything is saved as it stands. */
  settle: () => void;
  /** Leaves the text for another place, where it will be offered; false where it can't be kept. */
  leaveAt: (place: string, values: DraftValues) => boolean;
  /** Leaves a copy of what stands in the fields, to be offered when this is opened again. */
  leaveCopy: () => void;
}

/** Keeps what is being written in this browser until it is saved. */
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
    // The key is still on its way, or could not be had at first.
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
      // The save went through, only nobody was left to hear of it.
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
