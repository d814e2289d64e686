import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { storyMessages } from '../contract/stories.ts';
import type { ConflictFact } from './edited-story.ts';
import styles from './story-conflict.module.css';

export type StoryConflictProps = {
  /** The details stored now that differ from the form’s. */
  facts: ConflictFact[];
  onSaveMine: () => void;
  onTakeTheirs: () => void;
};

/** Shows a story that was changed elsewhere meanwhile, with the choices to resolve the conflict. */
export function StoryConflict({ facts, onSaveMine, onTakeTheirs }: StoryConflictProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Runs after the form has moved the focus to its own message.
    const frame = requestAnimationFrame(() => element.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div ref={element} tabIndex={-1} className={styles.place}>
      <Notice
        kind="error"
        as="h2"
        title={storyMessages.editConflict}
        action={
          <div className={styles.actions}>
            <Button variant="primary" onClick={onSaveMine}>
              Save mine
            </Button>
            <Button onClick={onTakeTheirs}>Use the other</Button>
          </div>
        }
      >
        <p>
          {facts.length === 0
            ? 'It says the same as yours now.'
            : 'This is what it says now where yours differs.'}{' '}
          If you save yours, only what you have changed is replaced; if you use the other, yours is kept in
          this browser.
        </p>
        {facts.length === 0 ? null : (
          <dl className={styles.facts}>
            {facts.map(({ label, text, isReplaced }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
                {isReplaced ? null : <dd className={styles.stays}>Stays: you have not changed it.</dd>}
              </div>
            ))}
          </dl>
        )}
      </Notice>
    </div>
  );
}
