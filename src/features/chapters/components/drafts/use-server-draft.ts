import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError, isUnreachable, serverReason } from '#base/failure.ts';
import { readTokens } from '#ui/session.ts';
import type { Draft, DraftValues } from '../../parts/drafts/drafts.ts';
import { conflictingDraft, discardOnServer, loadServerDraft, storeOnServer } from './server-drafts.ts';

/** Seldom enough for a slow network, often enough that another device misses a sentence at most. */
const SAVE_EVERY_MILLISECONDS = 4000;
const RETRY_MILLISECONDS = 10_000;

/** Whether the server has the text. */
export type ServerState =
  | { kind: 'unsaved' }
  | { kind: 'saved'; at: number }
  | { kind: 'offline' }
  | { kind: 'conflict' }
  | { kind: 'refused'; reason: string | undefined };

interface Options {
  /** The API's name of the place; undefined: the server stores nothing. */
  place: string | undefined;
  basedOn: string | undefined;
  read: () => DraftValues;
  /** Called with the draft that the server already has when the form opens. */
  onFound: (draft: Draft) => void;
}

/** Stores unsaved writing on the server every few seconds, so that another device can go on with it. */
export function useServerDraft(options: Options) {
  const [state, setState] = useState<ServerState>({ kind: 'unsaved' });
  const [conflict, setConflict] = useState<Draft>();
  const latest = useRef(options);
  /** The updated_at of the draft on the server that the text continues; null: it continues what is saved. */
  const own = useRef<string | null>(null);
  /** The text as the form opened or was saved, and as the server has it. */
  const initial = useRef<string>(undefined);
  const stored = useRef<string>(undefined);
  /** True until the author has decided about the other text. */
  const isPaused = useRef(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<Promise<void>>(undefined);
  const { place } = options;

  useEffect(() => {
    latest.current = options;
  });

  const save = useCallback(
    (isLeaving = false): Promise<void> => {
      clearTimeout(timer.current);
      timer.current = undefined;
      const schedule = (milliseconds: number) => {
        timer.current ??= setTimeout(() => void save(), milliseconds);
      };
      if (place === undefined || isPaused.current) return Promise.resolve();
      if (readTokens() === undefined) return Promise.resolve();
      // One request at a time: each continues the one before.
      if (pending.current !== undefined) {
        schedule(SAVE_EVERY_MILLISECONDS);
        return pending.current;
      }
      const { read, basedOn } = latest.current;
      const values = read();
      const text = JSON.stringify(values);
      if (text === stored.current || initial.current === undefined) return Promise.resolve();
      if (text === initial.current) {
        // Everything was undone: there is nothing to go on with.
        stored.current = text;
        setState({ kind: 'unsaved' });
        return discardOnServer(place);
      }
      const request = storeOnServer(
        place,
        values,
        { basedOn, base: own.current ?? basedOn ?? null },
        isLeaving,
      )
        .then((updatedAt) => {
          own.current = updatedAt;
          stored.current = text;
          setState({ kind: 'saved', at: Date.now() });
        })
        .catch((error: unknown) => {
          const other = conflictingDraft(error);
          if (other !== undefined) {
            isPaused.current = true;
            setState({ kind: 'conflict' });
            setConflict(other);
            return;
          }
          setState(
            isUnreachable(error) ? { kind: 'offline' } : { kind: 'refused', reason: serverReason(error) },
          );
          // A refusal of the text itself stays one until the text changes.
          if (!isApiError(error) || error.status === 0 || error.status >= 429) schedule(RETRY_MILLISECONDS);
        })
        .finally(() => {
          pending.current = undefined;
        });
      pending.current = request;
      return request;
    },
    [place],
  );

  const scheduleSave = useCallback(() => {
    timer.current ??= setTimeout(() => void save(), SAVE_EVERY_MILLISECONDS);
  }, [save]);

  useEffect(() => {
    if (place === undefined) return;
    initial.current ??= JSON.stringify(latest.current.read());
    stored.current ??= initial.current;
    let isMounted = true;
    loadServerDraft(place)
      .then((draft) => {
        if (!isMounted) return;
        if (draft === undefined) isPaused.current = false;
        else latest.current.onFound(draft);
      })
      // Saving finds out about another draft as well.
      .catch(() => {
        isPaused.current = false;
      });
    const saveIfDue = () => {
      if (timer.current !== undefined && document.visibilityState === 'hidden') void save(true);
    };
    const saveOnline = () => void save();
    window.addEventListener('pagehide', saveIfDue);
    document.addEventListener('visibilitychange', saveIfDue);
    window.addEventListener('online', saveOnline);
    return () => {
      isMounted = false;
      if (timer.current !== undefined) void save(true);
      clearTimeout(timer.current);
      window.removeEventListener('pagehide', saveIfDue);
      document.removeEventListener('visibilitychange', saveIfDue);
      window.removeEventListener('online', saveOnline);
    };
  }, [place, save]);

  /** Lets this form's text take the place of a draft that the server has. */
  const resume = useCallback((continued?: string) => {
    if (continued !== undefined) own.current = continued;
    isPaused.current = false;
    setConflict(undefined);
  }, []);

  /** The updated_at of the draft on the server that the text continues. */
  const continued = useCallback(() => own.current ?? undefined, []);

  const discard = useCallback(async () => {
    isPaused.current = false;
    own.current = null;
    if (place !== undefined) await discardOnServer(place);
  }, [place]);

  const discardOf = useCallback(
    async (updatedAt: string) => {
      if (place !== undefined) await discardOnServer(place, updatedAt);
    },
    [place],
  );

  /** Waits for a pending request; gives the updated_at of the draft that saving the form may delete. */
  const settle = useCallback(async (): Promise<string | null> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    await pending.current;
    return isPaused.current ? null : own.current;
  }, []);

  const markSaved = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    initial.current = JSON.stringify(latest.current.read());
    stored.current = initial.current;
    own.current = null;
    setState({ kind: 'unsaved' });
    // The form holds what is saved now, and nothing is left to choose.
    if (conflict !== undefined) resume();
  }, [conflict, resume]);

  return { state, conflict, scheduleSave, save, continued, resume, discard, discardOf, settle, markSaved };
}
