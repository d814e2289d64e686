import { useId } from 'react';
import { TextField } from '#ui/text-field.tsx';
import { useTagSuggestions } from '../components/tag-suggestions.ts';

export type TagNameFieldProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (typed: string) => void;
  /** A tag that is never suggested. */
  except?: string;
};

/** A required field for the name of one tag, with suggestions. */
export function TagNameField({ onChange, except, ...props }: TagNameFieldProps) {
  const listId = useId();
  const { suggestions } = useTagSuggestions(props.value, except === undefined ? [] : [except]);
  return (
    <>
      <TextField
        {...props}
        required
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
