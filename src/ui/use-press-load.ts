import { useState } from 'react';
import { useToast } from './toast.tsx';

export interface PressLoad<Module> {
  /** Spread on the button: it waits visibly while its code is on its way. */
  waiting: { 'aria-busy'?: true; 'data-waiting'?: '' };
  /** Fetches the code, then goes on. One press at a time; where the code can't be had, that is said. */
  press: (goOn: (module: Module) => void) => void;
}

/** For a button whose code comes with the press: neither the press nor a failure is lost. */
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
