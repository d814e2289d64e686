import '../server-only.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import type { Connections } from './connections.ts';
import type { FastPath } from './fast-path.ts';

const RULES = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // How long a connection is kept for a next request is for Connections to say.
  keepAliveTimeout: 0,
  // Fastify refuses such a request, with the headers of every other answer.
  requireHostHeader: false,
  // What comes without a body has no stream of one to be set up, ended and closed.
  optimizeEmptyRequests: true,
};

/**
 * Makes the servers that Fastify listens with. What every request passes is called here, one after the other: each
 * listener of its own would cost something for every one of them. Requests beyond what a network may have under way are
 * noted in `refused`, for Fastify to word.
 */
export function httpServers(
  connections: Connections,
  fastPath: FastPath | undefined,
  refused: WeakSet<IncomingMessage>,
): FastifyServerFactory {
  return (handler) =>
    connections.follow(
      createServer(RULES, (request, response) => {
        if (!connections.note(request, response)) refused.add(request);
        else if (fastPath?.answer(request, response)) return;
        handler(request, response);
      }),
    );
}
