import { type ComponentProps, type Ref, useCallback, useId, useRef } from 'react';
import { characterCount } from '#base/text.ts';
import { CharacterCounter, type CharacterLimit, useTypedCount } from './character-counter.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { useFormContext } from './form-context.ts';

type Counted = {
  /** Counts the characters against a limit; only the form's check enforces it. */
  counter?: CharacterLimit;
};

type Own = 'name' | 'style' | 'className' | 'required' | 'id';

export type TextFieldProps = FieldProps & Counted & Omit<ComponentProps<'input'>, Own>;

/** A line of text, uncontrolled unless `value` and `onChange` are given. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, error, required, hidesLabel, className, counter, ref, readOnly, ...rest } =
    props;
  const { isBusy } = useFormContext();
  const counted = useCounted<HTMLInputElement>(counter, ref, rest);
  return (
    <Field {...{ name, label, hint, error, required, hidesLabel, className }} {...counted.field}>
      {(control) => (
        <input
          type="text"
          dir={rest.type === undefined ? 'auto' : undefined}
          {...rest}
          {...control}
          ref={counted.ref}
          readOnly={readOnly || isBusy}
          className={styles.control}
        />
      )}
    </Field>
  );
}

export type TextAreaProps = FieldProps & Counted & Omit<ComponentProps<'textarea'>, Own>;

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { name, label, hint, error, required, hidesLabel, className, counter, ref, readOnly, ...rest } =
    props;
  const { isBusy } = useFormContext();
  const counted = useCounted<HTMLTextAreaElement>(counter, ref, rest);
  return (
    <Field {...{ name, label, hint, error, required, hidesLabel, className }} {...counted.field}>
      {(control) => (
        <textarea
          dir="auto"
          {...rest}
          {...control}
          ref={counted.ref}
          readOnly={readOnly || isBusy}
          className={classNames(styles.control, styles.area)}
        />
      )}
    </Field>
  );
}

type TextProps = { value?: unknown; defaultValue?: unknown };

function useCounted<Element extends HTMLInputElement | HTMLTextAreaElement>(
  counter: CharacterLimit | undefined,
  outer: Ref<Element> | undefined,
  { value, defaultValue }: TextProps,
) {
  const inner = useRef<Element>(null);
  const id = useId();
  const isCounted = counter !== undefined && value === undefined;
  const typed = useTypedCount(inner, String(value ?? defaultValue ?? ''), isCounted);
  const ref = useCallback(
    (element: Element | null) => {
      inner.current = element;
      if (typeof outer === 'function') outer(element);
      else if (outer) outer.current = element;
    },
    [outer],
  );
  if (counter === undefined) return { ref, field: {} };
  const count = value === undefined ? typed : characterCount(String(value));
  return {
    ref,
    field: { describedBy: id, aside: <CharacterCounter id={id} count={count} {...counter} /> },
  };
}
