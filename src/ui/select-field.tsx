import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { useFormContext } from './form-context.ts';
import { ChevronDownIcon } from './icons.tsx';

export type SelectFieldProps = FieldProps & {
  options: readonly { value: string; label: string }[];
} & Omit<ComponentProps<'select'>, 'name' | 'style' | 'className' | 'required' | 'id' | 'children'>;

/** A choice of one among few: the system's own list. */
export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, error, required, hidesLabel, className, options, ...rest } = props;
  const { isBusy } = useFormContext();
  return (
    <Field {...{ name, label, hint, error, required, hidesLabel, className }}>
      {(control) => (
        <div className={styles.box}>
          <select
            {...rest}
            {...control}
            className={classNames(styles.control, styles.withArrow)}
            {...(isBusy ? refusesInput : {})}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon size={16} className={styles.arrow} />
        </div>
      )}
    </Field>
  );
}

/** A list has no `readonly`, and `disabled` would take the focus away. */
const refusesInput = {
  'aria-disabled': true,
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Tab') event.preventDefault();
  },
};
