import { useState } from 'react';
import { SelectField } from '#ui/select-field.tsx';
import { VISIBILITIES, visibilities } from '../contract/visibility.ts';

export type VisibilityFieldProps = { name: string; label: string; defaultValue: string };

/** The visibility of a story; the hint describes the present choice. */
export function VisibilityField({ defaultValue, ...field }: VisibilityFieldProps) {
  const [value, setValue] = useState(defaultValue);
  const chosen = VISIBILITIES.find((visibility) => visibility === value) ?? 'public';
  return (
    <SelectField
      {...field}
      defaultValue={defaultValue}
      onChange={(event) => setValue(event.currentTarget.value)}
      hint={visibilities[chosen].hint}
      options={VISIBILITIES.map((visibility) => ({
        value: visibility,
        label: visibilities[visibility].label,
      }))}
    />
  );
}
