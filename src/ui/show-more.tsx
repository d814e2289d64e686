import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

export type ShowMoreProps = {
  /** The number of entries shown. */
  count: number;
  isComplete: boolean;
  /** Adds entries to the list; never rejects. */
  onMore: () => Promise<void>;
};

/**
 * The button directly below a list that adds entries to it. The first of these gets the focus: they stand before the
 * button, and the last ones take its place.
 */
export function ShowMore({ count, isComplete, onMore }: ShowMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const countBefore = useRef<number>(undefined);
  const [isBusy, setBusy] = useState(false);

  const entries = () => place.current?.previousElementSibling?.children;

  async function showMore() {
    countBefore.current = entries()?.length;
    setBusy(true);
    await onMore();
    setBusy(false);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are there once their number has changed
  useEffect(() => {
    const first = entries()?.[countBefore.current ?? Number.NaN];
    if (first === undefined) return;
    countBefore.current = undefined;
    first.querySelector<HTMLElement>('a, button')?.focus();
  }, [count]);

  return (
    <div ref={place}>
      {isComplete ? null : (
        <Button busy={isBusy} busyText="Loading..." onClick={showMore}>
          Show more
        </Button>
      )}
    </div>
  );
}
