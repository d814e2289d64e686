import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { useFormContext } from './form-context.ts';
import { AlertIcon } from './icons.tsx';

/** What every field takes; `name` is also the name by which failures find it. */
export type FieldProps = {
  name: string;
  label: ReactNode;
  /** Below the field: what is good to know before typing. */
  hint?: ReactNode;
  /** What is wrong, where the form does not know it. */
  error?: string;
  required?: boolean;
  /** Hides the label from sight, where the place makes it plain. */
  hidesLabel?: boolean;
  className?: string;
};

/** What a field's control must carry. */
type ControlProps = {
  id: string;
  name: string;
  required: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
};

export type FieldWrapperProps = FieldProps & {
  /** At the end of the label's line, such as a counter. */
  aside?: ReactNode;
  /** The id of something else that describes the control. */
  describedBy?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Label, control, hint and error, tied together; also around controls that are no plain input. */
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
        'aria-invalid': error === undefined ? undefined : 'true',
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
  return (
    <p className={styles.error} id={id}>
      <AlertIcon size={16} />
      {text}
    </p>
  );
}
