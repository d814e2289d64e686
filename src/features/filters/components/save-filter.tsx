import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { urls } from '#urls.ts';
import { savedFilterMessages } from '../contract/saved-filters.ts';
import { filterParts } from '../rules/filter-words.ts';
import { filterTextOf } from '../rules/list-request.ts';
import {
  MAX_SAVED_FILTER_NAME_CHARACTERS,
  type SavedFilter,
  withChangedFilter,
} from '../rules/saved-filters.ts';
import styles from './save-filter.module.css';
import { useChangingFilters } from './use-changing-filters.ts';

export type SaveFilterProps = {
  query: string;
  /** The list to which the form leads back. */
  back: string;
  /** A filter that is saved already, which gets another name. */
  changed?: SavedFilter;
};

/** Saves a filter under a name, or renames it: in the account, or in this browser, also without script. */
export function SaveFilter({ query, back, changed }: SaveFilterProps) {
  const { change, isBusy, error, setError, waitingProps } = useChangingFilters();
  const toast = useToast();
  const navigate = useNavigate();
  const parts = filterParts(filterTextOf(new URLSearchParams(query)));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const name = String(data.get('name')).trim();
    if (name === '') {
      setError(savedFilterMessages.nameRequired);
      form.querySelector<HTMLInputElement>('[name="name"]')?.focus();
      return;
    }
    const filter = { name, query, is_default: data.get('default') !== null };
    change(
      (filters) => withChangedFilter(filters, changed?.name ?? name, filter),
      () => {
        toast.show({
          kind: 'success',
          message: filter.is_default ? `“${name}” is saved and your default.` : `“${name}” is saved.`,
        });
        void navigate(back);
      },
    );
  }
  return (
    <form
      method="post"
      action={urls.savedFilters()}
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={changed === undefined ? 'Save this filter' : `Rename “${changed.name}”`}
    >
      <p className={styles.parts}>{parts.map(({ label }) => label).join(', ')}</p>
      <input type="hidden" name="query" value={query} />
      <input type="hidden" name="back" value={back} />
      {changed === undefined ? null : <input type="hidden" name="former_name" value={changed.name} />}
      <TextField
        name="name"
        label="Name"
        hint="A filter of the same name is replaced"
        required
        error={error}
        defaultValue={changed?.name}
        maxLength={MAX_SAVED_FILTER_NAME_CHARACTERS}
        autoComplete="off"
      />
      <CheckboxField
        name="default"
        label="Use it by default"
        hint="On the home page, all stories, tags and the search"
        defaultChecked={changed?.is_default}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isBusy} {...waitingProps}>
          Save
        </Button>
        <ButtonLink href={back}>Cancel</ButtonLink>
      </div>
    </form>
  );
}
