import '../server-only.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networkPrefix } from '../rate-limits/network-prefix.ts';

/** How many connections one network may keep open, and how many answers it may have under way; a browser opens six. */
export const CONNECTIONS_PER_NETWORK = 100;
/** How many it may open at once: a crowd of one moment is answered, if only by a refusal. Beyond that nobody is let in. */
const MAX_CROWD_PER_NETWORK = 2_000;
/** So long a crowd has to say what it wants. */
const CROWD_MILLISECONDS = 1_000;
/** How long a connection is kept open for a next request. */
export const KEPT_OPEN_MILLISECONDS = 10_000;
/**
 * The same for a trusted proxy: longer than it keeps one itself (balancers a minute, some networks in front of sites a
 * quarter of an hour), or it would send a request into a connection that is just being closed, and answer 502.
 */
export const KEPT_OPEN_FOR_PROXIES_MILLISECONDS = 1_000_000;
/** How long an answer may wait for its reader to take more of it. */
export const SILENCE_MILLISECONDS = 30_000;
/** How long an answer may take altogether, however slowly it is read. */
export const ANSWER_MILLISECONDS = 300_000;

/** How late that may be noticed. */
export const SWEEP_MILLISECONDS = 5_000;

interface Connection {
  readonly keptOpen: number;
  readonly network: Network;
  /** The answer to its latest request: all before that one are over when it is. */
  answer: ServerResponse | undefined;
  /** When it sent that request, or was opened. */
  since: number;
  /** What had been read of it when it was first seen waiting for a request, and when that was. */
  waiting: { bytesRead: number; since: number } | undefined;
}

interface Network {
  readonly sockets: Map<Socket, Connection>;
  isThinning: boolean;
}

/** Whose connections a site has open, and what is answered on them. */
export interface Connections {
  /** From its first connection on; gives the server back. */
  follow(server: Server): Server;
  /** To be told of each request before it is answered. Whether it may be: its network may have too many under way. */
  note(request: IncomingMessage, answer: ServerResponse): boolean;
  /** The answer that is under way there. */
  answerOn(socket: Socket): ServerResponse | undefined;
  underWay(): number;
  /** Takes no request more on a connection whose answer, under way or to come, can still tell its client so. */
  endAfterAnswers(): void;
  stop(): void;
}

/**
 * Keeps slow clients from taking all connections. One network has so many; where it opens more, those make room that
 * have been waiting longest, so that those who are being served are not sent away because of those who only hold on.
 * A connection whose request may still be on its way is left a moment: closed, it would leave that without an answer.
 * Proxies that are trusted stand for many networks and are not counted.
 *
 * Node would set two timers anew for each request, one for silence and one for what comes after it, which is a tenth of
 * an answer that is kept. Most answers take less time than that is looked for here.
 */
export function createConnections(options: {
  perNetwork?: number;
  trusted: readonly string[];
  now?: () => number;
}): Connections {
  const { perNetwork = CONNECTIONS_PER_NETWORK, now = () => performance.now() } = options;
  const isTrusted = trustedAddresses(options.trusted);
  const networks = new Map<string, Network>();
  const connections = new WeakMap<Socket, Connection>();
  let isEnding = false;

  function open(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const isProxy = isTrusted(address);
    const key = isProxy ? '' : networkPrefix(address);
    const network = networks.get(key) ?? { sockets: new Map(), isThinning: false };
    const { sockets } = network;
    if (key !== '' && sockets.size >= MAX_CROWD_PER_NETWORK) return void socket.destroy();
    const keptOpen = isProxy ? KEPT_OPEN_FOR_PROXIES_MILLISECONDS : KEPT_OPEN_MILLISECONDS;
    const connection = { keptOpen, network, answer: undefined, since: now(), waiting: undefined };
    networks.set(key, network);
    sockets.set(socket, connection);
    connections.set(socket, connection);
    if (isCrowded(network)) thinLater(network);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && networks.get(key) === network) networks.delete(key);
    });
  }

  function isCrowded(network: Network): boolean {
    return network.sockets.size > perNetwork && network !== networks.get('');
  }

  /** Requests that have come in meanwhile are read before it is decided which connections only wait. */
  function thinLater(network: Network): void {
    if (network.isThinning) return;
    network.isThinning = true;
    setTimeout(() => setImmediate(thin, network), CROWD_MILLISECONDS).unref();
  }

  function thin(network: Network): void {
    network.isThinning = false;
    const before = now() - CROWD_MILLISECONDS;
    const waiting = [...network.sockets]
      .filter(([, connection]) => isWaiting(connection) && connection.since <= before)
      .sort(([, a], [, b]) => a.since - b.since);
    for (const [socket] of waiting.slice(0, Math.max(0, network.sockets.size - perNetwork))) {
      network.sockets.delete(socket);
      socket.destroy();
    }
    if (isCrowded(network)) thinLater(network);
  }

  function* all(): Generator<[Socket, Connection]> {
    for (const { sockets } of networks.values()) yield* sockets;
  }

  function look(socket: Socket, connection: Connection): void {
    const time = now();
    if (!isWaiting(connection)) {
      connection.waiting = undefined;
      if (connection.since < time - ANSWER_MILLISECONDS) socket.destroy();
      // Node’s own timer, which hears of every piece that is taken; here only what has been handed over could be seen.
      else if (!socket.timeout) socket.setTimeout(SILENCE_MILLISECONDS);
      return;
    }
    if (socket.timeout) socket.setTimeout(0);
    // The first request has its time from Node (`headersTimeout`), and so has each from its first byte on.
    if (connection.answer === undefined) return;
    const { bytesRead } = socket;
    if (connection.waiting?.bytesRead !== bytesRead) connection.waiting = { bytesRead, since: time };
    else if (connection.waiting.since <= time - connection.keptOpen) socket.destroy();
  }

  const sweep = setInterval(() => {
    for (const [socket, connection] of all()) look(socket, connection);
  }, SWEEP_MILLISECONDS).unref();

  return {
    follow: (server) => server.on('connection', open),
    note({ socket }, answer) {
      const connection = connections.get(socket);
      const isOfCrowd = connection !== undefined && isCrowded(connection.network);
      const isServed = !isOfCrowd || underWayIn(connection.network) < perNetwork;
      if (connection !== undefined) {
        connection.answer = answer;
        connection.since = now();
      }
      if (isEnding || isOfCrowd) answer.setHeader('connection', 'close');
      return isServed;
    },
    answerOn(socket) {
      const answer = connections.get(socket)?.answer;
      return answer === undefined || isOver(answer) ? undefined : answer;
    },
    underWay: () => [...all()].filter(([, connection]) => !isWaiting(connection)).length,
    endAfterAnswers() {
      isEnding = true;
      for (const [, { answer }] of all())
        if (answer !== undefined && !isOver(answer) && !answer.headersSent)
          answer.setHeader('connection', 'close');
    },
    stop: () => clearInterval(sweep),
  };
}

/** Whether an answer is handed to the system, or broken off. */
function isOver(answer: ServerResponse): boolean {
  return answer.writableFinished || answer.destroyed;
}

function isWaiting({ answer }: Connection): boolean {
  return answer === undefined || isOver(answer);
}

function underWayIn({ sockets }: Network): number {
  let count = 0;
  for (const connection of sockets.values()) if (!isWaiting(connection)) count += 1;
  return count;
}

function trustedAddresses(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', bits = ''] = block.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return (address) => address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
