import { createContext, useContext } from 'react';

/** What the fields and buttons of a form need to know of it. */
export interface FormContextValue {
  isBusy: boolean;
  /** Whether the server has asked for a pause that is not over yet. */
  isWaiting: boolean;
  errors: Readonly<Record<string, string | undefined>>;
  marksRequired: boolean;
}

/** A field outside of any form simply has none of it. */
export const FormContext = createContext<FormContextValue>({
  isBusy: false,
  isWaiting: false,
  errors: {},
  marksRequired: false,
});

export function useFormContext(): FormContextValue {
  return useContext(FormContext);
}
