import type { ChangeEventHandler, SubmitEventHandler } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { SearchIcon } from './icons.tsx';
import styles from './search-field.module.css';

export type SearchFieldProps = {
  /** The form's id, by which fields elsewhere on the page belong to it. */
  id?: string;
  /** The form's target: a path. */
  action: string;
  /** Name of the query parameter. */
  name: string;
  label: string;
  placeholder?: string;
  defaultValue?: string;
  maxLength?: number;
  /** Further parameters of the query; undefined ones are left out. */
  hidden?: Record<string, string | undefined>;
  /** Large, for a page whose main purpose is the search. */
  size?: 'medium' | 'large';
  onSubmit?: SubmitEventHandler<HTMLFormElement>;
  onChange?: ChangeEventHandler<HTMLInputElement>;
};

/** A search as a plain GET form, so that it works without script and its result has an address. */
export function SearchField(props: SearchFieldProps) {
  const {
    id,
    action,
    name,
    label,
    placeholder,
    defaultValue,
    maxLength,
    hidden = {},
    size = 'medium',
  } = props;
  const isLarge = size === 'large';
  return (
    <search>
      <form
        id={id}
        className={classNames(styles.form, isLarge && styles.large)}
        action={action}
        method="get"
        onSubmit={props.onSubmit}
      >
        {Object.entries(hidden).map(([key, value]) =>
          value === undefined ? null : <input key={key} type="hidden" name={key} value={value} />,
        )}
        <div className={styles.box}>
          <SearchIcon size={isLarge ? undefined : 18} />
          <input
            // The key remounts the field for another query, so that it follows back and forward.
            key={defaultValue}
            className={styles.input}
            type="search"
            name={name}
            aria-label={label}
            placeholder={placeholder}
            defaultValue={defaultValue}
            maxLength={maxLength}
            onChange={props.onChange}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
          />
        </div>
        <Button type="submit" variant={isLarge ? 'primary' : undefined}>
          Search
        </Button>
      </form>
    </search>
  );
}
