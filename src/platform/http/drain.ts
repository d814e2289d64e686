import '../server-only.ts';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Drain {
  /** Lets those who have come in be served and sends nobody away; at most so long. To be called before closing. */
  untilQuiet(milliseconds: number): Promise<void>;
}

// Connections that wait in the kernel's queue when the site stops listening are reset: they are let in first.
const LAST_CALL_MILLISECONDS = 250;

/**
 * Follows the requests under way. `server.close()` cuts connections whose answer is written but not yet sent
 * (it looks at `finished`), so closing has to wait until each answer was handed to the system.
 */
export function followRequests(server: Server): Drain {
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  function isDone(this: ServerResponse): void {
    underWay.delete(this);
  }
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    response.on('close', isDone);
    if (isDraining) response.setHeader('connection', 'close');
  });
  return {
    async untilQuiet(milliseconds) {
      isDraining = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
      await sleep(LAST_CALL_MILLISECONDS);
      const giveUpAt = performance.now() + milliseconds;
      while (underWay.size > 0 && performance.now() < giveUpAt) await sleep(20);
    },
  };
}
