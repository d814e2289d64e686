import '../server-only.ts';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { reasonOf, StartError } from '../runtime/start-error.ts';

interface Place {
  port: number;
  host: string;
}

/** A port that was free a moment ago. */
export async function freePort(host: string): Promise<number> {
  const server = await listening({ port: 0, host });
  const address = server.address();
  await closed(server);
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** Ends a start whose ports are taken before it has done anything else. */
export async function assertPortsFree({
  port,
  host,
  metrics,
}: Place & { metrics: Place | undefined }): Promise<void> {
  const wanted: [string, Place][] = [['PORT', { port, host }]];
  if (metrics !== undefined) wanted.push(['METRICS_PORT', metrics]);
  const held: Server[] = [];
  try {
    // All ports are tried at the same time, which also finds two settings with the same port.
    for (const [name, place] of wanted) {
      held.push(
        await listening(place).catch((error: unknown) => {
          throw portError(name, place, error);
        }),
      );
    }
  } finally {
    await Promise.all(held.map(closed));
  }
}

export function portError(name: string, { port, host }: Place, error: unknown): StartError {
  return new StartError(
    `${name} ${port} on ${host} cannot be used: ${reasonOf(error)}; set ${name} to another`,
  );
}

async function listening(place: Place): Promise<Server> {
  const server = createServer().listen(place);
  await once(server, 'listening');
  return server;
}

async function closed(server: Server): Promise<void> {
  const isClosed = once(server, 'close');
  server.close();
  await isClosed;
}
