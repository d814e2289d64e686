import { plural } from '#base/text.ts';
import type { WarningName } from '#features/labels/contract/warnings.ts';
import {
  furtherWarnings,
  isUntold,
  ownWarnings,
  type Warned,
  warningLabels,
} from '#features/labels/rules/shown-warnings.ts';
import styles from './warnings-line.module.css';

export type NamedWarningsProps = {
  /** The words before the names: 'Content warnings:' */
  label: string;
  names: readonly WarningName[];
  /** The words that stand for the names, where the reader folds one of them. */
  folded: string;
};

/** Warnings by name. With one among them that the reader folds (boot.ts), a press shows them. */
export function NamedWarnings({ label, names, folded }: NamedWarningsProps) {
  const text = warningLabels(names);
  return (
    <div data-warnings={names.join(' ')}>
      <p className={styles.open}>
        {label} {text}
      </p>
      <details className={styles.folded}>
        <summary className={styles.summary}>{folded}</summary>
        <p>{text}</p>
      </details>
    </div>
  );
}

/** The content warnings of a story or a chapter, and those that only some chapters of the story carry. */
export function WarningsLine({ of }: { of: Warned }) {
  const own = ownWarnings(of);
  const further = furtherWarnings(of);
  if (own.length === 0 && further.length === 0 && !isUntold(of)) return null;
  return (
    <div className={styles.warnings}>
      {isUntold(of) ? <p>The author chose not to give content warnings.</p> : null}
      {own.length === 0 ? null : (
        <NamedWarnings
          label="Content warnings:"
          names={own}
          folded={plural(own.length, 'content warning', 'content warnings')}
        />
      )}
      {further.length === 0 ? null : (
        <NamedWarnings
          label={own.length === 0 ? 'Content warnings in some chapters:' : 'In some chapters:'}
          names={further}
          folded={`${plural(further.length, 'content warning', 'content warnings')} in some chapters`}
        />
      )}
    </div>
  );
}
