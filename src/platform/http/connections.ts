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

/** How late that may be noticed. */
const SWEEP_MILLISECONDS = 10_000;

interface Connection {
  /** The answer to its latest request. */
  answer: ServerResponse | undefined;
  /** When it sent that request, or was opened. */
  since: number;
}

/** Whether an answer is handed to the system, or broken off. */
export function isOver(answer: ServerResponse): boolean {
  return answer.writableFinished || answer.destroyed;
}

function isWaiting({ answer }: Connection): boolean {
  return answer === undefined || isOver(answer);
}

/**
 * Keeps slow clients from taking all connections. One network has so many; where it wants more, the connection that
 * has been waiting longest makes room, so that those who are being served are not sent away because of those who
 * only hold on. Proxies that are trusted stand for many networks and are not counted.
 */
export function limitConnections(
  server: Server,
  options: { perNetwork?: number; trusted: readonly string[]; now?: () => number },
): { answerOn(socket: Socket): ServerResponse | undefined } {
  const { perNetwork = CONNECTIONS_PER_NETWORK, now = () => performance.now() } = options;
  const isTrusted = trustedAddresses(options.trusted);
  const networks = new Map<string, Map<Socket, Connection>>();
  const connections = new WeakMap<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const key = isTrusted(address) ? '' : networkPrefix(address);
    const network = networks.get(key) ?? new Map<Socket, Connection>();
    if (key !== '' && network.size >= perNetwork) {
      const waiting = longestWaiting(network);
      if (waiting === undefined) return void socket.destroy();
      waiting.destroy();
      network.delete(waiting);
    }
    const connection = { answer: undefined, since: now() };
    networks.set(key, network);
    network.set(socket, connection);
    connections.set(socket, connection);
    socket.once('close', () => {
      network.delete(socket);
      if (network.size === 0 && networks.get(key) === network) networks.delete(key);
    });
  });
  // All that a request costs: most are answered in less time than a timer of their own would take.
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.answer = answer;
    connection.since = now();
  });
  const sweep = setInterval(() => {
    const tooLate = now() - ANSWER_MILLISECONDS;
    for (const network of networks.values()) {
      for (const [socket, connection] of network)
        if (!isWaiting(connection) && connection.since < tooLate) socket.destroy();
    }
  }, SWEEP_MILLISECONDS).unref();
  server.once('close', () => clearInterval(sweep));
  return {
    answerOn(socket) {
      const answer = connections.get(socket)?.answer;
      return answer === undefined || isOver(answer) ? undefined : answer;
    },
  };
}

function longestWaiting(network: Map<Socket, Connection>): Socket | undefined {
  let longest: Socket | undefined;
  let since = Number.POSITIVE_INFINITY;
  for (const [socket, connection] of network) {
    if (!isWaiting(connection) || connection.since >= since) continue;
    longest = socket;
    since = connection.since;
  }
  return longest;
}

function trustedAddresses(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', bits = ''] = block.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return (address) => address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
