import '../server-only.ts';
import { Gauge, Registry } from 'prom-client';

export interface CommentFigures {
  shown: number;
  removed: number;
  /** Those that wait, by the reason why. */
  waiting: Record<string, number>;
  /** The age of the one that has waited longest. */
  oldestSeconds: number;
}

/** The comments of all stories by state, for all processes together. Counted on collection. */
export function createCommentMetrics(count: () => Promise<CommentFigures>): { text(): Promise<string> } {
  const registry = new Registry();
  const comments = new Gauge({
    name: 'nightstand_comments',
    help: 'Comments that readers find, that wait for approval, and that were removed.',
    labelNames: ['state'],
    registers: [registry],
  });
  const held = new Gauge({
    name: 'nightstand_comments_held',
    help: 'Waiting comments by the reason why they wait.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'nightstand_comment_oldest_seconds',
    help: 'How long the comment that has waited longest has been waiting.',
    registers: [registry],
  });
  return {
    async text() {
      const figures = await count();
      const reasons = Object.entries(figures.waiting);
      comments.set({ state: 'shown' }, figures.shown);
      comments.set({ state: 'removed' }, figures.removed);
      comments.set(
        { state: 'waiting' },
        reasons.reduce((sum, [, waiting]) => sum + waiting, 0),
      );
      for (const [reason, waiting] of reasons) held.set({ reason }, waiting);
      oldest.set(figures.oldestSeconds);
      return registry.metrics();
    },
  };
}
