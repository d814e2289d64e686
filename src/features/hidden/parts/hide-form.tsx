import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import type { HiddenKind } from '../contract.ts';
import { type HidingResult, useHiding } from './use-hiding.ts';

export type HideFormProps = Pick<HidingResult, 'onDone'> & {
  kind: HiddenKind;
  /** A tag's name, a warning, a username, or a story's slug or id. */
  name: string;
  /** Whether it is hidden, so that the button shows it again. */
  isHidden?: boolean;
  children: ReactNode;
  className?: string | undefined;
};

/** A button that hides an item or shows it again: a form without script, and at once with it. */
export function HideForm({ kind, name, isHidden = false, onDone, children, className }: HideFormProps) {
  const { pathname, search } = useLocation();
  const { change, isBusy, waitingProps } = useHiding({ ...(onDone === undefined ? {} : { onDone }) });
  return (
    <form
      method="post"
      action={urls.hidden()}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        change({ kind, name, isHidden: !isHidden });
      }}
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="back" value={pathname + search} />
      {isHidden ? <input type="hidden" name="action" value="show" /> : null}
      <Button type="submit" size="small" busy={isBusy} {...waitingProps}>
        {children}
      </Button>
    </form>
  );
}
