import type { TextPart } from '../contract.ts';
import styles from './highlighted-text.module.css';

/** A text in parts, with the searched ones highlighted. */
export function HighlightedText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, at) =>
    part.is_match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
      <mark key={at} className={styles.match}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
