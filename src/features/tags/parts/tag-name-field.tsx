import { useId, useState } from 'react';
import { TextField, type TextFieldProps } from '#ui/text-field.tsx';
import { useTagSuggestions } from '../components/tag-suggestions.ts';

export type TagNameFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'list'> & {
  /** Without it the field is uncontrolled. */
  value?: string;
  onChange?: (typed: string) => void;
  /** The tags that are never suggested. */
  except?: readonly string[];
};

/** A field for the name of one tag, with suggestions. */
export function TagNameField({ value, onChange, except = [], ...props }: TagNameFieldProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const { suggestions } = useTagSuggestions(value ?? typed, except);
  return (
    <>
      <TextField
        {...props}
        value={value}
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange?.(event.currentTarget.value);
        }}
      />
      <datalist id={listId}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
