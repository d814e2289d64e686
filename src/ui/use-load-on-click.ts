import { useState } from 'react';
import { useToast } from './toast.tsx';

export interface PressLoad<Module> {
  /** Spread on the button: shows it as waiting while its code loads. */
  waiting: { 'aria-busy'?: true; 'data-waiting'?: '' };
  /** Fetches the code, then continues. One press at a time; a failed fetch is reported. */
  press: (goOn: (module: Module) => void) => void;
}

/** For a button whose code loads with the press: neither the press nor a failure is lost. */
export function usePressLoad<Module>(load: () => Promise<Module>): PressLoad<Module> {
  const [isLoading, setLoading] = useState(false);
  const toast = useToast();
  return {
    waiting: isLoading ? { 'aria-busy': true, 'data-waiting': '' } : {},
    press(goOn) {
      if (isLoading) return;
      setLoading(true);
      load()
        .then(goOn, () =>
          toast.show({ kind: 'error', message: 'That could not be fetched. Please try again in a moment.' }),
        )
        .finally(() => setLoading(false));
    },
  };
}
