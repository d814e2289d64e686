import type { Connection } from '#platform/database/database.ts';
import type { CommentFigures } from '#platform/metrics/comment-metrics.ts';
import { HOLD_REASONS } from '../contract/sweeps.ts';
import { countRemoved, countShown, countWaiting } from '../store/figures.ts';

/** The numbers of comments by state and reason, for the operator; they name nobody. */
export async function commentFigures(connection: Connection): Promise<CommentFigures> {
  const [shown, waiting, removed] = await Promise.all([
    countShown(connection),
    countWaiting(connection),
    countRemoved(connection),
  ]);
  const none = Object.fromEntries([...HOLD_REASONS, 'unknown'].map((reason) => [reason, 0]));
  const held = Object.fromEntries(waiting.map(({ held_for, total }) => [held_for ?? 'unknown', total]));
  return {
    ...{ shown, removed, waiting: { ...none, ...held } },
    oldestSeconds: Math.max(0, ...waiting.map(({ age }) => age)),
  };
}
