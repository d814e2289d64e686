import { type RefObject, useEffect, useState } from 'react';
import { characterCount, groupThousands, plural } from '#base/text.ts';
import styles from './character-counter.module.css';
import { classNames } from './class-names.ts';

export type CharacterLimit = {
  limit: number;
  /** From the next character on the end is near. */
  warnAbove?: number;
  /** Beside the figures while the end is near: 'approaching limit'. */
  warning?: string;
  /** Beside the figures beyond the limit: 'maximum exceeded'. */
  exceeded?: string;
};

export type CharacterCounterProps = CharacterLimit & {
  count: number;
  /** By which the field refers to it. */
  id?: string;
};

const SAID_AFTER_MILLISECONDS = 800;

/** 'N/100', grey, then yellow, then red. Said aloud only near the limit, and not while one is still typing. */
export function CharacterCounter(props: CharacterCounterProps) {
  const { count, limit, warnAbove = limit * 0.8, warning, exceeded, id } = props;
  const state = count > limit ? 'over' : count > warnAbove ? 'near' : 'far';
  const words = state === 'over' ? exceeded : state === 'near' ? warning : undefined;
  const said = useLater(state === 'far' ? '' : spoken(count, limit));
  return (
    <span className={classNames(styles.counter, state !== 'far' && styles[state])}>
      <span id={id} className="visually-hidden">{`Up to ${plural(limit, 'character')}`}</span>
      <span aria-hidden="true" className="numerals">
        {`${groupThousands(count)}/${groupThousands(limit)}`}
        {words === undefined ? null : ` ${words}`}
      </span>
      <span role="status" className="visually-hidden">
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

/** The text once it has stayed the same for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), SAID_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}

/**
 * Number of characters in a field that keeps its own text. Of one whose text is given it must hear nothing: a
 * state set before React has seen the event would make it put the former text back.
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
    // The fields are empty only after everyone has heard of the reset.
    const readSoon = () => queueMicrotask(read);
    // What was typed before the script was there.
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
