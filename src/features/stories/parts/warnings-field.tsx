import { useId, useRef, useState } from 'react';
import {
  CONTENT_WARNINGS,
  type ContentWarning,
  contentWarnings,
  warningAnswers,
} from '#features/labels/contract/warnings.ts';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { FieldError } from '#ui/field.tsx';
import { useFormContext } from '#ui/form-context.ts';
import styles from './warnings-field.module.css';

const labels: Record<ContentWarning, string> = { ...contentWarnings, ...warningAnswers };

export type WarningsFieldProps = { name: string; label: string; hint: string; defaultValue: string };

/** The warnings of a story or a chapter. The form's value is in one hidden field, so that drafts can hold and fill it. */
export function WarningsField({ name, label, hint, defaultValue }: WarningsFieldProps) {
  const { errors } = useFormContext();
  const [chosen, setChosen] = useState(() => warningsIn(defaultValue) ?? []);
  const value = useRef<HTMLInputElement>(null);
  const id = useId();
  const error = errors[name];

  function toggle(warning: ContentWarning, isChosen: boolean) {
    const isAnswer = warning in warningAnswers;
    const others = chosen.filter((other) => other !== warning && !isAnswer && !(other in warningAnswers));
    const next = isChosen ? [...others, warning] : chosen.filter((other) => other !== warning);
    setChosen(next);
    // The form reads its fields before this component renders again.
    if (value.current !== null) value.current.value = warningsText(next);
  }

  return (
    <fieldset className={styles.field} aria-describedby={`${id}-hint`}>
      <legend className={styles.legend}>{label}</legend>
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
      <div className={styles.choices}>
        {CONTENT_WARNINGS.map((warning) => (
          <CheckboxField
            key={warning}
            name={`${name}-${warning}`}
            label={labels[warning]}
            checked={chosen.includes(warning)}
            onChange={(event) => toggle(warning, event.currentTarget.checked)}
          />
        ))}
      </div>
      <input
        type="hidden"
        name={name}
        ref={value}
        // A hidden field has no value apart from this attribute: a constant would undo every choice.
        defaultValue={warningsText(chosen)}
        onInput={(event) => setChosen(warningsIn(event.currentTarget.value) ?? [])}
      />
      {error === undefined ? null : <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  );
}

/** The warnings in a field's text; null for none, which means that the author was not asked. */
export function warningsIn(text: string): ContentWarning[] | null {
  const names = text.split(',');
  const warnings = CONTENT_WARNINGS.filter((warning) => names.includes(warning));
  return warnings.length === 0 ? null : warnings;
}

export function warningsText(warnings: readonly ContentWarning[] | null): string {
  return CONTENT_WARNINGS.filter((warning) => warnings?.includes(warning)).join(',');
}

/** Warnings in words for people. */
export function warningsInWords(warnings: readonly ContentWarning[] | null): string {
  return warnings === null ? 'None' : warnings.map((warning) => labels[warning]).join(', ');
}
