import { type SubmitEvent, useEffect, useRef } from 'react';
import { TagNameField } from '#features/tags/parts/tag-name-field.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { urls } from '#urls.ts';
import type { HideFormProps } from '../parts/hide-form.tsx';
import { useHiding } from '../parts/use-hiding.ts';
import styles from './add-hidden.module.css';

export type AddHiddenProps = Pick<HideFormProps, 'onDone'> & {
  kind: 'tag' | 'author';
  label: string;
  /** Tags that are hidden already, and not suggested. */
  hidden?: readonly string[];
};

/** Hides a tag or an author by name. What was typed stays until it is hidden. */
export function AddHidden({ kind, label, hidden, onDone }: AddHiddenProps) {
  const form = useRef<HTMLFormElement>(null);
  const { change, isBusy, waitingProps, error } = useHiding({
    saysFailures: false,
    onDone: (items) => {
      form.current?.reset();
      onDone?.(items);
    },
  });
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  }, [error]);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    change({ kind, name: typeof name === 'string' ? name.trim() : '', isHidden: true });
  }
  const field = {
    name: 'name',
    label,
    error,
    maxLength: 200,
    spellCheck: false,
    className: styles.field,
  };
  return (
    <form ref={form} method="post" action={urls.hidden()} className={styles.form} onSubmit={submit}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="back" value={urls.hidden()} />
      {kind === 'tag' ? (
        <TagNameField {...field} except={hidden} />
      ) : (
        <TextField {...field} autoCapitalize="none" autoComplete="off" />
      )}
      <Button type="submit" busy={isBusy} {...waitingProps}>
        Hide
      </Button>
    </form>
  );
}
