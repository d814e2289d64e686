import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { plural } from '#base/text.ts';
import { Button } from '#ui/button.tsx';
import styles from './find-bar.module.css';
import {
  matchesIn,
  replaceAllMatches,
  replaceMatch,
  search,
  selectedMatch,
  selectMatch,
} from './find-extension.ts';

/** Finds and replaces in the chapter's text. Enter goes to the next match, Shift and Enter back, Escape closes. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { from, to } = editor.state.selection;
  const [query, setQuery] = useState(() => editor.state.doc.textBetween(from, to).slice(0, 200));
  const [replacement, setReplacement] = useState('');
  const [isCaseMatched, setCaseMatched] = useState(false);
  const [replacedCount, setReplacedCount] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const { count, at } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({ count: matchesIn(current).length, at: selectedMatch(current) }),
  });

  useEffect(() => {
    search(editor, query, isCaseMatched);
    setReplacedCount(undefined);
  }, [editor, query, isCaseMatched]);
  useEffect(() => {
    input.current?.select();
    // The field alone would be seen with the buttons below it behind the form's own bar.
    input.current?.closest('search')?.scrollIntoView({ block: 'nearest' });
    return () => {
      if (!editor.isDestroyed) search(editor, '', false);
    };
  }, [editor]);

  function close() {
    onClose();
    editor.view.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close();
    // In a text field Enter would also send the form around the editor.
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      if (event.target === input.current) selectMatch(editor, event.shiftKey ? -1 : 1);
      else replaceMatch(editor, replacement);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <search className={styles.bar} aria-label="Find and replace" onKeyDown={onKeyDown}>
      <div className={styles.row}>
        <input
          ref={input}
          className={styles.input}
          aria-label="Find"
          placeholder="Find"
          autoComplete="off"
          value={query}
          maxLength={200}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Button size="small" onClick={() => selectMatch(editor, -1)}>
          Previous
        </Button>
        <Button size="small" onClick={() => selectMatch(editor, 1)}>
          Next
        </Button>
        <label className={styles.case}>
          <input
            type="checkbox"
            checked={isCaseMatched}
            onChange={(event) => setCaseMatched(event.target.checked)}
          />
          Match case
        </label>
        <span className={styles.count} role="status">
          {statusText({ query, count, at, replacedCount })}
        </span>
      </div>
      <div className={styles.row}>
        <input
          className={styles.input}
          aria-label="Replace with"
          placeholder="Replace with"
          autoComplete="off"
          value={replacement}
          onChange={(event) => setReplacement(event.target.value)}
        />
        <Button size="small" onClick={() => replaceMatch(editor, replacement)}>
          Replace
        </Button>
        <Button size="small" onClick={() => setReplacedCount(replaceAllMatches(editor, replacement))}>
          Replace all
        </Button>
        <Button size="small" onClick={close}>
          Close
        </Button>
      </div>
    </search>
  );
}

type Status = { query: string; count: number; at: number; replacedCount: number | undefined };

function statusText({ query, count, at, replacedCount }: Status): string {
  if (replacedCount !== undefined) return `${plural(replacedCount, 'match', 'matches')} replaced`;
  if (query === '') return '';
  if (count === 0) return 'No match';
  return at === -1 ? plural(count, 'match', 'matches') : `${at + 1} of ${count}`;
}
