import type { ReactNode } from 'react';

/** One detail in the forms of a story: its field, and the conversions between its value and the field's text. */
export interface StoryField<Value> {
  label: string;
  toText: (value: Value) => string;
  fromText: (typed: string) => Value;
  /** The error in the text, detected before it is sent. */
  problem?: (typed: string) => string | undefined;
  /** The value in words for people. */
  toFact: (value: Value) => string;
  Field: (field: { name: string; label: string; defaultValue: string; isNew: boolean }) => ReactNode;
}
