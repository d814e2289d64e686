import '../server-only.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOver } from './connections.ts';

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
  /** Of each open connection the answer to its latest request: all before that one are over when it is. */
  const latest = new Map<Socket, ServerResponse>();
  let isDraining = false;
  const underWay = () => [...latest.values()].filter((answer) => !isOver(answer));
  server.on('connection', (socket: Socket) => socket.once('close', () => latest.delete(socket)));
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    latest.set(socket, answer);
    if (isDraining) answer.setHeader('connection', 'close');
  });
  return {
    async untilQuiet(milliseconds) {
      isDraining = true;
      for (const answer of underWay()) if (!answer.headersSent) answer.setHeader('connection', 'close');
      await sleep(LAST_CALL_MILLISECONDS);
      const giveUpAt = performance.now() + milliseconds;
      while (underWay().length > 0 && performance.now() < giveUpAt) await sleep(20);
    },
  };
}
