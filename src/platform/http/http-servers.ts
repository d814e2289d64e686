import '../server-only.ts';
import { createServer } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import type { Connections } from './connections.ts';
import type { FastPath } from './fast-path.ts';

const OPTIONS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // connections.ts limits how long an idle connection is kept.
  keepAliveTimeout: 0,
  // Fastify refuses such a request, with the headers of every other response.
  requireHostHeader: false,
  // A request without a body gets no stream, which would have to be set up, ended and closed.
  optimizeEmptyRequests: true,
};

/**
 * Creates the servers that Fastify listens with. One listener calls all handlers of a request, because a listener for
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
