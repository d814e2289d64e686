import '../server-only.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import { portError } from '../http/free-port.ts';
import type { Log } from '../runtime/log.ts';

export interface MetricsServer {
  stop(): Promise<void>;
}

/**
 * Serves the metrics at a port of their own, which no proxy exposes: they are for the operator and identify nobody.
 * Each request collects every part again. Parts that fail are left out: while the database is away, the others tell how the
 * site does.
 */
export async function openMetricsServer(
  { port, host }: { port: number; host: string },
  parts: (() => Promise<string>)[],
  log: Log,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('GET /metrics\n');
      return;
    }
    Promise.allSettled(parts.map((part) => part())).then((results) => {
      const texts: string[] = [];
      for (const result of results) {
        if (result.status === 'fulfilled') texts.push(`${result.value.trimEnd()}\n`);
        else log.warn({ err: result.reason }, 'some metrics could not be collected');
      }
      if (texts.length === 0) {
        response.writeHead(503, { 'content-type': 'text/plain' }).end('not now\n');
        return;
      }
      const headers = { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' };
      response.writeHead(200, headers).end(texts.join(''));
    });
  });
  server.requestTimeout = 10_000;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw portError('METRICS_PORT', { port, host }, error);
  }
  return {
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
