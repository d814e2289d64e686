import { CheckboxField } from '#ui/checkbox-field.tsx';
import type { Selection } from './use-selection.ts';

/** Chooses a row of a list for an action on several. */
export function RowCheckbox({ id, label, selection }: { id: number; label: string; selection: Selection }) {
  return (
    <CheckboxField
      name={`row-${id}`}
      label={<span className="visually-hidden">Choose {label}</span>}
      {...selection.checkbox(id)}
    />
  );
}
