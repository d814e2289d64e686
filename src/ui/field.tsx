import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { useFormContext } from './form-context.ts';
import { AlertIcon } from './icons.tsx';

/** The properties of every field; failures find the field by `name`. */
export type FieldProps = {
  name: string;
  label: ReactNode;
  /** Shown below the field, for reading before typing. */
  hint?: ReactNode;
  /** An error that the form does not know. */
  error?: string;
  required?: boolean;
  /** Hides the label visually when the context makes the field's purpose plain. */
  hidesLabel?: boolean;
  className?: string;
};

/** The attributes that a field's control must have. */
type ControlProps = {
  id: string;
  name: string;
  required: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
};

export type FieldWrapperProps = FieldProps & {
  /** Shown at the end of the label's line, such as a counter. */
  aside?: ReactNode;
  /** The id of another element that describes the control. */
  describedBy?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Label, control, hint and error, linked for screen readers; also around controls that are no plain input. */
export function Field(props: FieldWrapperProps) {
  const { name, label, hint, required, hidesLabel, aside, describedBy, className, children } = props;
  const { errors, marksRequired } = useFormContext();
  const id = useId();
  const error = props.error ?? errors[name];
  const describing = [error && `${id}-error`, hint && `${id}-hint`, describedBy].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.field, className)}>
      <div className={classNames(styles.head, hidesLabel && aside === undefined && 'visually-hidden')}>
        <label className={classNames(styles.label, hidesLabel && 'visually-hidden')} htmlFor={id}>
          {label}
          {required && marksRequired ? <RequiredMark /> : null}
        </label>
        {aside}
      </div>
      {children({
        id,
        name,
        required,
        'aria-describedby': describing === '' ? undefined : describing,
        // Also said of a right field, because Firefox calls a required one invalid while it is empty.
        'aria-invalid': error !== undefined,
      })}
      {hint === undefined ? null : (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined ? null : <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}

export function RequiredMark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      {' *'}
    </span>
  );
}

export function FieldError({ id, text }: { id: string; text: string }) {
  // A wrong field is said with its error when it takes the focus; one that has it already says nothing by itself.
  const [isFocused] = useState(() => `${globalThis.document?.activeElement?.id}-error` === id);
  return (
    <p className={styles.error} id={id} role={isFocused ? 'alert' : undefined}>
      <AlertIcon size={16} />
      {text}
    </p>
  );
}
