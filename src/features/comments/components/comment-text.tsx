import { Fragment } from 'react';
import { commentBlocks, type Span } from '../rules/comment-text.ts';
import styles from './comment-text.module.css';

/** A comment's text: paragraphs, quotations and emphasis; everything else as it was typed. */
export function CommentText({ content }: { content: string }) {
  return (
    <div className={styles.text} dir="auto">
      {commentBlocks(content).map(({ kind, lines }, at) => {
        const words = lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text keep their order
          <Fragment key={index}>
            {index === 0 ? null : <br />}
            <Line spans={line} />
          </Fragment>
        ));
        return kind === 'quote' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text keep their order
          <blockquote key={at} className={styles.quote}>
            {words}
          </blockquote>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text keep their order
          <p key={at}>{words}</p>
        );
      })}
    </div>
  );
}

function Line({ spans }: { spans: Span[] }) {
  return spans.map(({ text, isEmphasised }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a line keep their order
    isEmphasised ? <em key={at}>{text}</em> : <Fragment key={at}>{text}</Fragment>,
  );
}
