import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';

export interface Selection {
  /** The chosen ones among the rows of the page. */
  ids: number[];
  has(id: number): boolean;
  set(ids: readonly number[]): void;
  /** The properties of the checkbox of a row. With Shift, all rows since the last one become like it. */
  checkbox(id: number): {
    checked: boolean;
    disabled: boolean;
    onChange(event: ChangeEvent<HTMLInputElement>): void;
    onKeyUp(event: KeyboardEvent): void;
  };
}

/** The chosen ones among the rows that can be chosen; those that leave the page are no longer. */
export function useSelection(rows: readonly number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number>(undefined);
  // The click that a space bar makes does not tell of Shift.
  const isShifted = useRef(false);

  function choose(id: number, isChecked: boolean, isRange: boolean) {
    const [from, to] = [rows.indexOf(last.current ?? id), rows.indexOf(id)];
    const range = isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const next = new Set(chosen);
    for (const one of range) {
      if (isChecked) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    setChosen(next);
  }

  return {
    ids: rows.filter((id) => chosen.has(id)),
    has: (id) => chosen.has(id),
    set: (ids) => setChosen(new Set(ids)),
    checkbox: (id) => ({
      checked: chosen.has(id),
      disabled: !rows.includes(id),
      onChange: (event) => {
        const isRange = (event.nativeEvent as MouseEvent).shiftKey === true || isShifted.current;
        isShifted.current = false;
        choose(id, event.currentTarget.checked, isRange);
      },
      onKeyUp: (event) => {
        isShifted.current = event.key === ' ' && event.shiftKey;
      },
    }),
  };
}
