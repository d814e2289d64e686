import { useRef, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  /** Selects or drops one; with a range, everything from the last one that was pressed to this one. */
  toggle: (id: number, isRange: boolean) => void;
  /** Selects two neighbours: a selection grown by the arrow keys. */
  extend: (from: number, to: number) => void;
  selectAll: () => void;
  clear: () => void;
}

/** The selected rows of a list, by their ids in the order shown; those that have left the list are dropped. */
export function useSelection(shown: readonly number[]): Selection {
  const [stored, setStored] = useState<ReadonlySet<number>>(new Set());
  const anchor = useRef<number>(undefined);
  const ids = new Set(shown.filter((id) => stored.has(id)));

  function range(from: number | undefined, to: number): readonly number[] {
    const ends = [shown.indexOf(from ?? to), shown.indexOf(to)].sort((a, b) => a - b);
    return ends[0] === -1 ? [to] : shown.slice(ends[0], (ends[1] ?? 0) + 1);
  }

  return {
    ids,
    toggle(id, isRange) {
      const isSelecting = !ids.has(id);
      const next = new Set(ids);
      for (const one of isRange ? range(anchor.current, id) : [id])
        if (isSelecting) next.add(one);
        else next.delete(one);
      anchor.current = id;
      setStored(next);
    },
    extend(from, to) {
      anchor.current = to;
      setStored(new Set([...ids, from, to]));
    },
    selectAll: () => setStored(new Set(shown)),
    clear: () => setStored(new Set()),
  };
}
