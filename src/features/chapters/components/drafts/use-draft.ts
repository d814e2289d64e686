import { useCallback, useEffect, useRef, useState } from 'react';
import { cachedKeyOf, fetchKeyOf, onBeforeKeysDropped } from '../../parts/drafts/draft-keys.ts';
import {
  abandonedDrafts,
  type Draft,
  type DraftPlace,
  type DraftValues,
  forgetDraft,
  lockDraft,
  newDraftKey,
  storeDraft,
} from '../../parts/drafts/drafts.ts';

/** Short enough that a crash costs a word, long enough that saving costs no noticeable work. */
const SAVE_DELAY_MILLISECONDS = 250;

export type DraftOptions = DraftPlace & {
  /** The updated_at of the edited text. */
  basedOn?: string | undefined;
  /** Reads the current values of the fields. It must still work just after the form is unmounted. */
  read: () => DraftValues;
};

export interface DraftState {
  /** Schedules saving; called with every change. */
  scheduleSave: () => void;
  /** Saves at once. */
  saveNow: () => void;
  /** Whether anything is not yet saved on the server. */
  isChanged: boolean;
  /** Whether this browser stores the draft. */
  isStored: boolean;
  /** Drafts left behind here earlier. */
  recoverable: Draft[];
  /** Removes an offer whose text was restored or discarded. */
  dismiss: (draft: Draft) => void;
  /** Marks everything as saved. */
  markSaved: () => void;
  /** Stores the text as a draft of another place, which will offer it; false when it cannot be stored. */
  storeAt: (place: string, values: DraftValues) => boolean;
  /** Stores a copy of the current fields, to be offered when this place is opened again. */
  storeCopy: () => void;
}

/** Stores unsaved writing in this browser until it is saved on the server. */
export function useDraft({ accountId, place, basedOn, read }: DraftOptions): DraftState {
  const [key] = useState(newDraftKey);
  const [recoverable, setRecoverable] = useState<Draft[]>([]);
  const [isChanged, setChanged] = useState(false);
  const [isStored, setStored] = useState(true);
  const latest = useRef({ read, basedOn });
  const saved = useRef<DraftValues>(undefined);
  const latestSave = useRef<() => void>(() => undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = { read, basedOn };
  });

  const saveNow = useCallback(() => {
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
    if (storeDraft(key, { accountId, place }, values, latest.current.basedOn)) {
      setStored(true);
      return;
    }
    if (cachedKeyOf(accountId) !== undefined) {
      setStored(false);
      return;
    }
    // The key is still loading, or its first request failed.
    void fetchKeyOf(accountId).then((fetchedKey) => {
      if (fetchedKey === undefined) setStored(false);
      else latestSave.current();
    });
  }, [key, accountId, place]);

  useEffect(() => {
    latestSave.current = saveNow;
  });

  const scheduleSave = useCallback(() => {
    timer.current ??= setTimeout(saveNow, SAVE_DELAY_MILLISECONDS);
  }, [saveNow]);

  useEffect(() => {
    const initial = latest.current.read();
    saved.current = initial;
    const release = lockDraft(key);
    let isMounted = true;
    void abandonedDrafts({ accountId, place }).then((drafts) => {
      // An equal draft was saved on the server, but the page left before the answer came.
      const alreadySaved = drafts.filter((draft) => isSame(draft.values, initial));
      for (const draft of alreadySaved) forgetDraft(draft.key);
      if (isMounted)
        setRecoverable(drafts.filter((draft) => !alreadySaved.includes(draft) && draft.key !== key));
    });
    const saveIfDue = () => {
      if (timer.current !== undefined) saveNow();
    };
    const unsubscribe = onBeforeKeysDropped(saveIfDue);
    window.addEventListener('pagehide', saveIfDue);
    document.addEventListener('visibilitychange', saveIfDue);
    return () => {
      isMounted = false;
      saveIfDue();
      release();
      unsubscribe();
      window.removeEventListener('pagehide', saveIfDue);
      document.removeEventListener('visibilitychange', saveIfDue);
    };
  }, [key, accountId, place, saveNow]);

  function dismiss(draft: Draft) {
    forgetDraft(draft.key);
    setRecoverable((remaining) => remaining.filter((other) => other.key !== draft.key));
  }

  function markSaved() {
    clearTimeout(timer.current);
    timer.current = undefined;
    forgetDraft(key);
    saved.current = latest.current.read();
    setChanged(false);
  }

  function storeAt(target: string, values: DraftValues) {
    const isStored = storeDraft(newDraftKey(), { accountId, place: target }, values, undefined);
    if (isStored) markSaved();
    return isStored;
  }

  function storeCopy() {
    storeDraft(newDraftKey(), { accountId, place }, latest.current.read(), latest.current.basedOn);
  }

  return { scheduleSave, saveNow, storeCopy, isChanged, isStored, recoverable, dismiss, markSaved, storeAt };
}

function isSame(first: DraftValues, second: DraftValues): boolean {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => (first[name] ?? '') === (second[name] ?? ''));
}
