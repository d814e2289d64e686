import { changedPart } from '#base/changed-part.ts';
import type { Correction } from '../contract.ts';
import styles from './suggested-text.module.css';

/** The words of a correction: the passage with its change, and the note. */
export function SuggestedText({
  correction,
}: {
  correction: Pick<Correction, 'quote' | 'replacement' | 'note'>;
}) {
  const { quote, replacement, note } = correction;
  return (
    <>
      {replacement === null ? (
        <q className={styles.text} dir="auto">
          {quote}
        </q>
      ) : (
        <Change from={quote} to={replacement} />
      )}
      {note === '' ? null : (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
    </>
  );
}

/** A passage with the words to take out and those to put in. */
function Change({ from, to }: { from: string; to: string }) {
  const { start, oldEnd, newEnd } = changedPart(from, to);
  const [removed, added] = [from.slice(start, oldEnd), to.slice(start, newEnd)];
  return (
    <p className={styles.text} dir="auto">
      {from.slice(0, start)}
      {removed === '' ? null : (
        <del className={styles.removed}>
          <span className="visually-hidden">instead of: </span>
          {removed}
        </del>
      )}{' '}
      {added === '' ? null : (
        <ins className={styles.added}>
          <span className="visually-hidden">new: </span>
          {added}
        </ins>
      )}
      {from.slice(oldEnd)}
    </p>
  );
}
