/**
 * Separates the parts of a line where there are no styles: in text browsers and in copied text. Otherwise invisible and
 * silent.
 */
export function TextSeparator({ text = ', ' }: { text?: string }) {
  return (
    <span className="visually-hidden" aria-hidden="true">
      {text}
    </span>
  );
}
