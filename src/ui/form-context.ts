import { createContext, useContext } from 'react';

/** The state of a form that its fields and buttons need. */
export interface FormContextValue {
  isBusy: boolean;
  /** Whether the server has asked for a pause that is not over yet. */
  isWaiting: boolean;
  errors: Readonly<Record<string, string | undefined>>;
  marksRequired: boolean;
}

/** The default for a field outside of any form. */
export const FormContext = createContext<FormContextValue>({
  isBusy: false,
  isWaiting: false,
  errors: {},
  marksRequired: false,
});

export function useFormContext(): FormContextValue {
  return useContext(FormContext);
}
