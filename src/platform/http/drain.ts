import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './connections.ts';

// Connections that wait in the kernel's queue when the site stops listening are reset: they are let in first.
const LAST_CALL_MILLISECONDS = 250;

/**
 * Lets those who have come in be served and sends nobody away; at most so long. To be called before closing:
 * `server.close()` cuts connections whose answer is written but not yet sent (it looks at `finished`), so it has to
 * wait until each answer was handed to the system.
 */
export async function untilQuiet(
  connections: Pick<Connections, 'endAfterAnswers' | 'underWay'>,
  milliseconds: number,
): Promise<void> {
  connections.endAfterAnswers();
  await sleep(LAST_CALL_MILLISECONDS);
  const giveUpAt = performance.now() + milliseconds;
  while (connections.underWay() > 0 && performance.now() < giveUpAt) await sleep(20);
}
