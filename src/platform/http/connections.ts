import '../server-only.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networkPrefix } from './limits.ts';

/** How many connections one network may have open; a browser opens six. */
export const CONNECTIONS_PER_NETWORK = 100;
/** How long a connection may be silent, in either direction, in the middle of a request or an answer. */
export const SILENCE_MILLISECONDS = 30_000;
/** How long an answer may take altogether, however slowly it is read. */
export const ANSWER_MILLISECONDS = 300_000;

interface Place {
  /** Every open connection, the longest without a word first; with what it is answered just now. */
  sockets: Map<Socket, ServerResponse | undefined>;
}

/**
 * Keeps slow clients from taking all connections. One network has so many; where it wants more, the connection that
 * has been waiting longest makes room, so that those who are being served are not sent away because of those who
 * only hold on. Proxies that are trusted stand for many networks and are not counted.
 */
export function limitConnections(
  server: Server,
  options: { perNetwork?: number; trusted: readonly string[] },
): { answerOn(socket: Socket): ServerResponse | undefined } {
  const { perNetwork = CONNECTIONS_PER_NETWORK } = options;
  const isTrusted = trustedAddresses(options.trusted);
  const places = new Map<string, Place>();
  const placeOf = new WeakMap<Socket, Place>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const key = isTrusted(address) ? '' : networkPrefix(address);
    const place = places.get(key) ?? { sockets: new Map() };
    if (key !== '' && place.sockets.size >= perNetwork) {
      const waiting = [...place.sockets].find(([, answer]) => answer === undefined)?.[0];
      if (waiting === undefined) return void socket.destroy();
      waiting.destroy();
      place.sockets.delete(waiting);
    }
    places.set(key, place);
    place.sockets.set(socket, undefined);
    placeOf.set(socket, place);
    socket.once('close', () => {
      place.sockets.delete(socket);
      if (place.sockets.size === 0 && places.get(key) === place) places.delete(key);
    });
  });
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const sockets = placeOf.get(socket)?.sockets;
    // Taken out and put back, so that it is the last of those that wait when it is answered.
    sockets?.delete(socket);
    sockets?.set(socket, answer);
    const tooSlow = setTimeout(() => socket.destroy(), ANSWER_MILLISECONDS).unref();
    answer.once('close', () => {
      clearTimeout(tooSlow);
      if (sockets?.get(socket) === answer) sockets.set(socket, undefined);
    });
  });
  return { answerOn: (socket) => placeOf.get(socket)?.sockets.get(socket) };
}

function trustedAddresses(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', bits = ''] = block.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return (address) => address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
