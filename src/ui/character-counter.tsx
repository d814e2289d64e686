import { type RefObject, useEffect, useState } from 'react';
import { characterCount, groupThousands, plural } from '#base/text.ts';
import styles from './character-counter.module.css';
import { classNames } from './class-names.ts';

export type CharacterLimit = {
  limit: number;
  /** The count above which the text is close to the limit. */
  warnAbove?: number;
  /** Shown beside the count close to the limit: 'approaching limit'. */
  warning?: string;
  /** Shown beside the count beyond the limit: 'maximum exceeded'. */
  exceeded?: string;
};

export type CharacterCounterProps = CharacterLimit & {
  count: number;
  /** The id by which the field refers to it. */
  id?: string;
};

const SAID_AFTER_MILLISECONDS = 800;

/** 'N/100', grey, then yellow, then red. Announced only close to the limit, and not during typing. */
export function CharacterCounter(props: CharacterCounterProps) {
  const { count, limit, warnAbove = limit * 0.8, warning, exceeded, id } = props;
  const state = count > limit ? 'over' : count > warnAbove ? 'near' : 'far';
  const message = state === 'over' ? exceeded : state === 'near' ? warning : undefined;
  const said = useLater(state === 'far' ? '' : spoken(count, limit));
  return (
    <span className={classNames(styles.counter, state !== 'far' && styles[state])}>
      <span id={id} className="visually-hidden">{`Up to ${plural(limit, 'character')}`}</span>
      <span aria-hidden="true" className="numerals">
        {`${groupThousands(count)}/${groupThousands(limit)}`}
        {message === undefined ? null : ` ${message}`}
      </span>
      <span aria-live="polite" aria-atomic="true" className="visually-hidden">
        {said}
      </span>
    </span>
  );
}

function spoken(count: number, limit: number): string {
  return count > limit
    ? `${plural(count - limit, 'character')} too many`
    : `${plural(limit - count, 'character')} left`;
}

/** The text once it has not changed for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), SAID_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}

/**
 * Number of characters in an uncontrolled field. It must not listen to a controlled one: a state set before React has
 * seen the event would make React restore the former text.
 */
export function useTypedCount(
  control: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  initial: string,
  isCounted: boolean,
): number {
  const [count, setCount] = useState(() => characterCount(initial));
  useEffect(() => {
    const element = control.current;
    if (element === null || !isCounted) return;
    const read = () => setCount(characterCount(element.value));
    // The fields are empty only after all listeners have received the reset.
    const readSoon = () => queueMicrotask(read);
    // Counts text typed before the script loaded.
    read();
    const { form } = element;
    element.addEventListener('input', read);
    form?.addEventListener('reset', readSoon);
    return () => {
      element.removeEventListener('input', read);
      form?.removeEventListener('reset', readSoon);
    };
  }, [control, isCounted]);
  return count;
}
