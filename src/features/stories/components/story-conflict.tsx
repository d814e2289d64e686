import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Story, storyMessages } from '../contract/stories.ts';
import styles from './story-conflict.module.css';
import { storyFacts } from './story-fields.tsx';

export type StoryConflictProps = {
  theirs: Story;
  /** The single detail being edited, if any. */
  only?: string;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
};

/** Shows a story that was changed elsewhere meanwhile, with the choices to resolve the conflict. */
export function StoryConflict({ theirs, only, onSaveMine, onTakeTheirs }: StoryConflictProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Runs after the form has moved the focus to its own message.
    const frame = requestAnimationFrame(() => element.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const { title, ...others } = storyFacts(theirs);
  const facts = [
    title,
    { label: 'Slug', text: theirs.slug },
    ...Object.values(others),
    { label: 'Tags', text: theirs.tags.map((tag) => tag.name).join(', ') || 'None' },
  ].filter(({ label }) => only === undefined || label === only);
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
        <p>This is what it says now. If you use it, yours is kept in this browser.</p>
        <dl className={styles.facts}>
          {facts.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Notice>
    </div>
  );
}
