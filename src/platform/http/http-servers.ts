import '../server-only.ts';
import { createServer } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import type { Connections } from './connections.ts';
import type { FastPath } from './fast-path.ts';

const OPTIONS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // Connections limits how long one is kept for a next request.
  keepAliveTimeout: 0,
  // Fastify refuses such a request, with the headers of every other response.
  requireHostHeader: false,
  // A request without a body gets no stream that has to be set up, ended and closed.
  optimizeEmptyRequests: true,
};

/**
 * Makes the servers that Fastify listens with. One listener calls everything that each request passes: a listener for
 * each would cost something on every request.
 */
export function httpServers(connections: Connections, fastPath: FastPath | undefined): FastifyServerFactory {
  return (handler) =>
    connections.track(
      createServer(OPTIONS, (request, response) => {
        connections.begin(request, response);
        if (!connections.isRefused(request) && fastPath?.answer(request, response)) return;
        handler(request, response);
      }),
    );
}
