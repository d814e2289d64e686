import type { ChangeEventHandler, SubmitEventHandler } from 'react';
import { Button } from './button.tsx';
import { SearchIcon } from './icons.tsx';
import styles from './search-field.module.css';

export type SearchFieldProps = {
  /** Where the form goes: a path. */
  action: string;
  /** Name of the query parameter. */
  name: string;
  label: string;
  placeholder?: string;
  defaultValue?: string;
  /** Parameters that travel along; undefined ones are left out. */
  hidden?: Record<string, string | undefined>;
  buttonLabel?: string;
  onSubmit?: SubmitEventHandler<HTMLFormElement>;
  onChange?: ChangeEventHandler<HTMLInputElement>;
  className?: string;
};

/** A search that is a plain GET form, so that it works without script and its result has an address. */
export function SearchField(props: SearchFieldProps) {
  const { action, name, label, placeholder, defaultValue, hidden = {}, buttonLabel = 'Search' } = props;
  return (
    <search className={props.className}>
      <form className={styles.form} action={action} method="get" onSubmit={props.onSubmit}>
        {Object.entries(hidden).map(([key, value]) =>
          value === undefined ? null : <input key={key} type="hidden" name={key} value={value} />,
        )}
        <div className={styles.box}>
          <SearchIcon size={18} />
          <input
            // Another address, another query: the box follows back and forward.
            key={defaultValue}
            className={styles.input}
            type="search"
            name={name}
            aria-label={label}
            placeholder={placeholder}
            defaultValue={defaultValue}
            onChange={props.onChange}
            autoComplete="off"
            enterKeyHint="search"
          />
        </div>
        <Button type="submit">{buttonLabel}</Button>
      </form>
    </search>
  );
}
