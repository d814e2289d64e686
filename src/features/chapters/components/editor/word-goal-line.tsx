import { groupThousands } from '#base/text.ts';
import styles from '../../parts/editor/chapter-editor.module.css';
import type { WordGoal } from './word-goal.ts';

/** How far today's writing is. */
export function WordGoalLine({ goal, onOpen }: { goal: WordGoal; onOpen: () => void }) {
  const isReached = goal.words >= goal.goal;
  return (
    <button type="button" className={styles.goal} aria-haspopup="dialog" onClick={onOpen}>
      <progress
        className={styles.progress}
        max={goal.goal}
        value={Math.min(goal.words, goal.goal)}
        aria-hidden="true"
      />
      <span className="numerals">
        {groupThousands(goal.words)} of {groupThousands(goal.goal)} today{isReached ? ', done' : ''}
      </span>
    </button>
  );
}
