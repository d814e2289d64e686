import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningSite } from './running-site.ts';

const PIECE = 600;

/**
 * The site behind a proxy that sends each page in pieces, as a slow network does, so that the browser paints it
 * several times before it is complete.
 */
export async function sendInPieces(site: RunningSite): Promise<{ url: string; stop: () => void }> {
  const { host, hostname, port } = new URL(site.url);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' };
    const toSite = request({ hostname, port, path: incoming.url, headers }, async (answer) => {
      const { 'content-length': _, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      if (!rest['content-type']?.startsWith('text/html')) {
        answer.pipe(outgoing);
        return;
      }
      const html = await text(answer);
      for (let from = 0; from < html.length; from += PIECE) {
        outgoing.write(html.slice(from, from + PIECE));
        // Two frames: the browser joins pieces that arrive within one.
        await pause(34);
      }
      outgoing.end();
    });
    toSite.on('error', () => outgoing.destroy());
    toSite.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
