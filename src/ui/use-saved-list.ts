import { useRef, useState } from 'react';
import { failureSentence } from './failure-text.ts';

export interface SavedList {
  ids: number[];
  /** Whether the last change is saved, in words. */
  state: string;
  error: string | undefined;
  retry: () => void;
  canUndo: boolean;
  change: (ids: number[]) => void;
  undo: () => void;
  /** Shows what is stored now, after a change by another way; earlier changes cannot be undone then. */
  take: (stored: number[]) => void;
}

/**
 * The order of a list, saved after each change; changes during a save are saved together after it. Every change can be
 * undone.
 */
export function useSavedList(
  initial: number[],
  { save, failed }: { save: (ids: number[]) => Promise<void>; failed: string },
): SavedList {
  const [ids, setIds] = useState(initial);
  const [previous, setPrevious] = useState<number[][]>([]);
  const [state, setState] = useState('');
  const [error, setError] = useState<string>();
  const wanted = useRef(initial);
  const isSaving = useRef(false);

  async function store() {
    if (isSaving.current) return;
    isSaving.current = true;
    setError(undefined);
    setState('Saving…');
    try {
      for (let saved: number[] | undefined; saved !== wanted.current; ) {
        saved = wanted.current;
        await save(saved);
      }
      setState('Saved');
    } catch (problem) {
      setState('');
      setError(failureSentence(problem, failed));
    }
    isSaving.current = false;
  }

  function show(next: number[]) {
    wanted.current = next;
    setIds(next);
    void store();
  }

  return {
    ids,
    state,
    error,
    retry: () => void store(),
    canUndo: previous.length > 0,
    change(next: number[]) {
      setPrevious([...previous, ids]);
      show(next);
    },
    undo() {
      const last = previous.at(-1);
      if (last === undefined) return;
      setPrevious(previous.slice(0, -1));
      show(last);
    },
    take(stored: number[]) {
      wanted.current = stored;
      setIds(stored);
      setPrevious([]);
      setState('');
    },
  };
}
