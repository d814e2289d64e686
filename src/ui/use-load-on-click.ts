import { useState } from 'react';
import { useToast } from './toast.tsx';

export interface LoadOnClick<Module> {
  /** Spread on the button: shows it as waiting while its code loads. */
  waitingProps: { 'aria-busy'?: true; 'data-waiting'?: '' };
  /** Fetches the code, then continues. One press at a time; a failed fetch is reported. */
  press: (onLoaded: (module: Module) => void) => void;
}

/** For a button whose code loads with the press: neither the press nor a failure is lost. */
export function useLoadOnClick<Module>(load: () => Promise<Module>): LoadOnClick<Module> {
  const [isLoading, setLoading] = useState(false);
  const toast = useToast();
  return {
    waitingProps: isLoading ? { 'aria-busy': true, 'data-waiting': '' } : {},
    press(onLoaded) {
      if (isLoading) return;
      setLoading(true);
      load()
        .then(onLoaded, () =>
          toast.show({ kind: 'error', message: 'That could not be loaded. Please try again in a moment.' }),
        )
        .finally(() => setLoading(false));
    },
  };
}
