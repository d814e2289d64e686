import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { FieldError, type FieldProps, RequiredMark } from './field.tsx';
import { useFormContext } from './form-context.ts';

export type CheckboxFieldProps = Omit<FieldProps, 'hidesLabel'> &
  Omit<ComponentProps<'input'>, 'name' | 'type' | 'style' | 'className' | 'required' | 'id'>;

/** A checkbox with its label beside it. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { name, label, hint, error: ownError, required, className, onClick, ...rest } = props;
  const { isBusy, errors, marksRequired } = useFormContext();
  const id = useId();
  const error = ownError ?? errors[name];
  const describing = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.check, className)}>
      <input
        {...rest}
        id={id}
        name={name}
        type="checkbox"
        required={required}
        aria-invalid={error !== undefined}
        aria-describedby={describing === '' ? undefined : describing}
        // A checkbox has no `readonly`, and `disabled` would take the focus away.
        aria-disabled={isBusy || undefined}
        className={styles.checkBox}
        onClick={(event) => {
          if (isBusy) event.preventDefault();
          else onClick?.(event);
        }}
      />
      <label className={styles.checkLabel} htmlFor={id}>
        <span>
          {label}
          {required && marksRequired ? <RequiredMark /> : null}
        </span>
      </label>
      {hint === undefined ? null : (
        <p className={classNames(styles.hint, styles.checkMore)} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <div className={styles.checkMore}>
          <FieldError id={`${id}-error`} text={error} />
        </div>
      )}
    </div>
  );
}
