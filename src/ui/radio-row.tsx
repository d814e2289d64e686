import { type ReactNode, useId } from 'react';
import styles from './radio-row.module.css';

export type RadioRowProps<Option extends string> = {
  title: string;
  options: readonly Option[];
  selected: Option;
  onChoose: (option: Option) => void;
  /** The content of an option. */
  renderOption: (option: Option) => ReactNode;
  className?: string | undefined;
};

/** A choice among a few options, side by side. */
export function RadioRow<Option extends string>(props: RadioRowProps<Option>) {
  const { title, options, selected, onChoose, renderOption, className } = props;
  const id = useId();
  return (
    <div className={className ?? styles.row} role="radiogroup" aria-labelledby={id}>
      <span className={styles.title} id={id}>
        {title}
      </span>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input
              className={styles.radio}
              type="radio"
              name={id}
              checked={option === selected}
              onChange={() => onChoose(option)}
            />
            {renderOption(option)}
          </label>
        ))}
      </div>
    </div>
  );
}
