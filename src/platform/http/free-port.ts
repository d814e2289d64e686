import '../server-only.ts';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { codeOf, reasonOf, StartError } from '../runtime/start-error.ts';

interface ListenAddress {
  port: number;
  host: string;
}

/** A port that was free a moment ago. */
export async function freePort(host: string): Promise<number> {
  const server = await openServer({ port: 0, host });
  const address = server.address();
  await closeServer(server);
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** Ends a start whose ports are taken before it has done anything else. */
export async function assertPortsFree({
  port,
  host,
  metrics,
}: ListenAddress & { metrics: ListenAddress | undefined }): Promise<void> {
  const settings: [string, ListenAddress][] = [['PORT', { port, host }]];
  if (metrics !== undefined) settings.push(['METRICS_PORT', metrics]);
  const servers: Server[] = [];
  try {
    // All ports are tried at the same time, which also finds two settings with the same port.
    for (const [name, listenAddress] of settings) {
      servers.push(
        await openServer(listenAddress).catch((error: unknown) => {
          throw portError(name, listenAddress, error);
        }),
      );
    }
  } finally {
    await Promise.all(servers.map(closeServer));
  }
}

export function portError(name: string, { port, host }: ListenAddress, error: unknown): StartError {
  // No other port helps where the machine does not have the address.
  const advice = /^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/.test(codeOf(error) ?? '')
    ? `set ${name.replace('PORT', 'HOST')} to an address of this machine`
    : `set ${name} to another`;
  return new StartError(`${name} ${port} on ${host} cannot be used: ${reasonOf(error)}; ${advice}`);
}

async function openServer(listenAddress: ListenAddress): Promise<Server> {
  const server = createServer().listen(listenAddress);
  await once(server, 'listening');
  return server;
}

async function closeServer(server: Server): Promise<void> {
  const isClosed = once(server, 'close');
  server.close();
  await isClosed;
}
