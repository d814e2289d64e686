import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningSite } from './running-site.ts';

/** Sends the body of an answer whose status and headers are already set. */
type Send = (body: Buffer, request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** The site as readers find it behind a proxy that sends its answers in its own way; reading alone is passed on. */
export async function siteBehindProxy(site: RunningSite, send: Send): Promise<RunningSite> {
  const proxy = createServer(async (request, response) => {
    const headers = { ...(request.headers as Record<string, string>), 'accept-encoding': 'identity' };
    const answer = await fetch(site.url + request.url, { headers, redirect: 'manual' });
    response.statusCode = answer.status;
    response.setHeaders(answer.headers);
    // The body may become another.
    response.removeHeader('content-length');
    await send(Buffer.from(await answer.arrayBuffer()), request, response);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  after(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const { port } = proxy.address() as AddressInfo;
  return { ...site, url: `http://127.0.0.1:${port}` };
}

const PIECE = 600;

/** Sends an answer in pieces, as a slow network does, so that the browser paints a page before it is complete. */
export const sendInPieces: Send = async (body, _request, response) => {
  if (!String(response.getHeader('content-type')).startsWith('text/html')) {
    response.end(body);
    return;
  }
  for (let from = 0; from < body.length; from += PIECE) {
    response.write(body.subarray(from, from + PIECE));
    // Two frames: the browser joins pieces that arrive within one.
    await pause(34);
  }
  response.end();
};
