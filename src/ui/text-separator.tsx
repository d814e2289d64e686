/** Keeps the parts of a line apart where there are no styles: in text browsers and in copied text. Seen and heard by nobody else. */
export function TextSeparator({ text = ', ' }: { text?: string }) {
  return (
    <span className="visually-hidden" aria-hidden="true">
      {text}
    </span>
  );
}
