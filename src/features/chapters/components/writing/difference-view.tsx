import { useMemo, useState } from 'react';
import { plural } from '#base/text.ts';
import { Button } from '#ui/button.tsx';
import { chapterLines } from '../../parts/editor/parse-html.ts';
import styles from './difference-view.module.css';
import { type Piece, shortened, textDifference } from './text-difference.ts';

export interface ComparedText {
  title: string;
  content: string;
}

export type DifferenceViewProps = {
  /** Names the region: 'What has changed since'. */
  label: string;
  before: ComparedText;
  after: ComparedText;
};

const spokenKinds = { added: 'added', removed: 'removed' };

/** The differences between two texts, displayed as a text. */
export function DifferenceView({ label, before, after }: DifferenceViewProps) {
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(
    () =>
      textDifference(
        [before.title, ...chapterLines(before.content)],
        [after.title, ...chapterLines(after.content)],
      ),
    [before, after],
  );
  const isSameText = lines.every((line) => line.every((piece) => piece.kind === 'same'));
  if (isSameText) {
    return (
      <p className={styles.same}>
        {before.content === after.content
          ? 'The two are identical.'
          : 'The words are the same; only the formatting differs.'}
      </p>
    );
  }
  const shown = isWhole ? lines : shortened(lines);
  const isShortened = shown.some(
    (line) => typeof line === 'number' || line.some((piece) => typeof piece === 'number'),
  );
  return (
    <section aria-label={label} className={styles.view}>
      <p className={styles.legend}>
        <del className={styles.removed}>Removed</del> <ins className={styles.added}>Added</ins>
      </p>
      <div className={styles.text}>
        {shown.map((line, at) =>
          typeof line === 'number' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered
            <p key={at} className={styles.skipped}>
              {plural(line, 'line')} the same
            </p>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered
            <p key={at}>
              {line.map((piece, place) =>
                typeof piece === 'number' ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are never reordered
                  <span key={place} className={styles.skipped}>
                    {' '}
                    … {plural(piece, 'word')} the same …
                  </span>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are never reordered
                  <PieceView key={place} piece={piece} />
                ),
              )}
            </p>
          ),
        )}
      </div>
      {isShortened || isWhole ? (
        <Button size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show changes only' : 'Show the whole text'}
        </Button>
      ) : null}
    </section>
  );
}

function PieceView({ piece: { kind, text } }: { piece: Piece }) {
  if (kind === 'same') return text;
  const Element = kind === 'added' ? 'ins' : 'del';
  return (
    <Element className={styles[kind]}>
      <span className="visually-hidden"> ({spokenKinds[kind]}: </span>
      {text}
      <span className="visually-hidden">) </span>
    </Element>
  );
}
