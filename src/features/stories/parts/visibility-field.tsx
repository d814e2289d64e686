import { useState } from 'react';
import { SelectField } from '#ui/select-field.tsx';
import { VISIBILITIES, type Visibility, visibilities } from '../contract/visibility.ts';

export type VisibilityFieldProps = {
  name: string;
  label: string;
  defaultValue: string;
  choices?: readonly Visibility[];
};

/** The visibility that a field of a form holds. */
export function visibilityIn(value: string): Visibility {
  return VISIBILITIES.find((visibility) => visibility === value) ?? 'public';
}

/** The visibility of a story; the hint describes the present choice. */
export function VisibilityField({ defaultValue, choices = VISIBILITIES, ...field }: VisibilityFieldProps) {
  const [value, setValue] = useState(defaultValue);
  return (
    <SelectField
      {...field}
      defaultValue={defaultValue}
      onChange={(event) => setValue(event.currentTarget.value)}
      hint={visibilities[visibilityIn(value)].hint}
      options={choices.map((visibility) => ({
        value: visibility,
        label: visibilities[visibility].label,
      }))}
    />
  );
}
