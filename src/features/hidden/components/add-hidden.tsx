import { type SubmitEvent, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { urls } from '#urls.ts';
import type { HideFormProps } from '../parts/hide-form.tsx';
import { useHiding } from '../parts/use-hiding.ts';
import styles from './add-hidden.module.css';

export type AddHiddenProps = Pick<HideFormProps, 'onDone'> & { kind: 'tag' | 'author'; label: string };

/** Hides a tag or an author by name. What was typed stays until it is hidden. */
export function AddHidden({ kind, label, onDone }: AddHiddenProps) {
  const form = useRef<HTMLFormElement>(null);
  const { change, isBusy, waitingProps, error } = useHiding({
    saysFailures: false,
    onDone: (items) => {
      form.current?.reset();
      onDone?.(items);
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    change({ kind, name: typeof name === 'string' ? name.trim() : '', isHidden: true });
  }
  return (
    <form ref={form} method="post" action={urls.hidden()} className={styles.form} onSubmit={submit}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="back" value={urls.hidden()} />
      <TextField
        name="name"
        label={label}
        error={error}
        maxLength={200}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        className={styles.field}
      />
      <Button type="submit" busy={isBusy} {...waitingProps}>
        Hide
      </Button>
    </form>
  );
}
