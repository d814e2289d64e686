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
import { serverPlaceOf } from './server-drafts.ts';
import { type ServerState, useServerDraft } from './use-server-draft.ts';

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
  /** Saves at once in this browser. */
  saveNow: () => void;
  /** Saves at once here and on the server. */
  saveEverywhere: () => void;
  /** Whether anything is not yet saved on the server. */
  isChanged: boolean;
  /** Whether anything differs from the saved text at this moment; `isChanged` follows a moment later. */
  differs: () => boolean;
  /** Whether this browser stores the draft. */
  isStored: boolean;
  /** Whether the server stores the draft, so that another device can go on with it. */
  server: ServerState;
  /** The draft that another tab or device has stored since this form opened. */
  conflict: Draft | undefined;
  /** Keeps this form's text in place of the conflicting draft. */
  keepMine: () => void;
  /** Drafts left behind here or on another device. */
  recoverable: Draft[];
  /** Removes an offer whose text was restored. */
  dismiss: (draft: Draft) => void;
  /** Removes an offer, and the draft with it. */
  discard: (draft: Draft) => void;
  /** To be awaited before the form is saved; gives the `draft_updated_at` of the call. */
  settle: () => Promise<string | null>;
  /** Discards the draft on the server unless it was stored since that time. */
  discardOnServer: (updatedAt: string) => Promise<void>;
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
  const [local, setLocal] = useState<Draft[]>([]);
  const [found, setFound] = useState<Draft>();
  const [isChanged, setChanged] = useState(false);
  const [isStored, setStored] = useState(true);
  const latest = useRef({ read, basedOn });
  const saved = useRef<DraftValues>(undefined);
  const latestSave = useRef<() => void>(() => undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dismissed = useRef<Draft[]>([]);
  const discarded = useRef<Draft[]>([]);
  const server = useServerDraft({
    place: serverPlaceOf(place),
    basedOn,
    read,
    onFound: (found) => {
      const initial = saved.current;
      if (initial !== undefined && isSameText(found.values, initial)) {
        void server.discard();
        return;
      }
      // The author has already discarded or restored this browser's copy of it.
      if (discarded.current.some((draft) => isCopyOf(draft, found))) void server.discard();
      else if (dismissed.current.some((draft) => isCopyOf(draft, found))) server.resume(found.onServer);
      else setFound(found);
    },
  });
  const { continued } = server;

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
    const versions = { basedOn: latest.current.basedOn, onServer: continued() };
    if (storeDraft(key, { accountId, place }, values, versions)) {
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
  }, [key, accountId, place, continued]);

  useEffect(() => {
    latestSave.current = saveNow;
  });

  const saveOnServer = server.save;
  const saveEverywhere = useCallback(() => {
    saveNow();
    void saveOnServer();
  }, [saveNow, saveOnServer]);

  const scheduleOnServer = server.scheduleSave;
  const scheduleSave = useCallback(() => {
    timer.current ??= setTimeout(saveNow, SAVE_DELAY_MILLISECONDS);
    scheduleOnServer();
  }, [saveNow, scheduleOnServer]);

  useEffect(() => {
    const initial = latest.current.read();
    saved.current = initial;
    const release = lockDraft(key);
    let isMounted = true;
    void abandonedDrafts({ accountId, place }).then((drafts) => {
      // An equal draft was saved on the server, but the page left before the answer came.
      const alreadySaved = drafts.filter((draft) => isSame(draft.values, initial));
      for (const draft of alreadySaved) forgetDraft(draft.key);
      if (!isMounted) return;
      setLocal(drafts.filter((draft) => !alreadySaved.includes(draft) && draft.key !== key));
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

  const differs = () => saved.current !== undefined && !isSame(latest.current.read(), saved.current);

  function dismiss(draft: Draft) {
    forgetDraft(draft.key);
    setLocal((remaining) => remaining.filter((other) => other.key !== draft.key));
    dismissed.current.push(draft);
    if (draft === server.conflict) server.resume(draft.onServer);
    if (found === undefined || draft.onServer !== found.onServer) return;
    setFound(undefined);
    server.resume(found.onServer);
  }

  function discard(draft: Draft) {
    const isOnServer = found !== undefined && draft.onServer === found.onServer;
    dismiss(draft);
    discarded.current.push(draft);
    if (isOnServer) void server.discard();
  }

  function keepMine() {
    server.resume(server.conflict?.onServer);
    void server.save();
  }

  function markSaved() {
    clearTimeout(timer.current);
    timer.current = undefined;
    forgetDraft(key);
    saved.current = latest.current.read();
    setChanged(false);
    server.markSaved();
  }

  function storeAt(target: string, values: DraftValues) {
    const isStored = storeDraft(newDraftKey(), { accountId, place: target }, values);
    if (isStored) markSaved();
    return isStored;
  }

  function storeCopy() {
    storeDraft(newDraftKey(), { accountId, place }, latest.current.read(), {
      basedOn: latest.current.basedOn,
    });
  }

  return {
    ...{ scheduleSave, saveNow, saveEverywhere, storeCopy, isChanged, differs, isStored, dismiss, discard },
    ...{ markSaved, storeAt, keepMine },
    recoverable: offersOf(local, found),
    server: server.state,
    conflict: server.conflict,
    settle: server.settle,
    discardOnServer: server.discardOf,
  };
}

/** One offer for each text: this browser's copy of the draft on the server stands for both. */
function offersOf(local: Draft[], found: Draft | undefined): Draft[] {
  if (found === undefined) return local;
  const copy = local.find((draft) => isCopyOf(draft, found));
  if (copy === undefined) return [...local, found];
  return local.map((draft) => (draft === copy ? { ...draft, onServer: found.onServer } : draft));
}

/** Whether a draft of this browser continues the one on the server, or is the same. */
function isCopyOf(draft: Draft, found: Draft): boolean {
  return draft.onServer === found.onServer || isSameText(draft.values, found.values);
}

/** Whether two drafts say the same in the fields that both have. */
function isSameText(first: DraftValues, second: DraftValues): boolean {
  const shared = Object.keys(first).filter((name) => name in second);
  return shared.length > 0 && shared.every((name) => first[name] === second[name]);
}

function isSame(first: DraftValues, second: DraftValues): boolean {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => (first[name] ?? '') === (second[name] ?? ''));
}
