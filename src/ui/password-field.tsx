import { type ComponentProps, useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { useFormContext } from './form-context.ts';
import { IconButton } from './icon-button.tsx';
import { EyeIcon } from './icons.tsx';
import { EyeOffIcon } from './password-icons.tsx';

export type PasswordFieldProps = FieldProps & {
  /** Tells password managers whether to fill in a password or to propose one. */
  autoComplete: 'current-password' | 'new-password';
} & Omit<
    ComponentProps<'input'>,
    'name' | 'type' | 'style' | 'className' | 'required' | 'id' | 'autoComplete'
  >;

/**
 * A password that can be shown. It is hidden again when it is sent, because browsers remember the text of plain fields.
 */
export function PasswordField(props: PasswordFieldProps) {
  const { name, label, hint, error, required, hidesLabel, className, readOnly, ...rest } = props;
  const { isBusy } = useFormContext();
  const [wasShown, setShown] = useState(false);
  const isShown = wasShown && !isBusy;
  useEffect(() => {
    if (isBusy) setShown(false);
  }, [isBusy]);
  return (
    <Field {...{ name, label, hint, error, required, hidesLabel, className }}>
      {(control) => (
        <div className={styles.box}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            // Excludes it from drafts, even while it is shown.
            data-secret=""
            readOnly={readOnly || isBusy}
            className={classNames(styles.control, styles.withButton)}
          />
          <IconButton
            className={styles.reveal}
            label={isShown ? 'Hide password' : 'Show password'}
            icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
