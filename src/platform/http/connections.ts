import '../server-only.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { networkPrefix } from '../rate-limits/network-prefix.ts';

/** How many connections one network may keep open, and how many responses it may have under way. A browser opens six. */
export const MAX_CONNECTIONS_PER_NETWORK = 100;
/** How many connections a burst may open at once. Each gets an answer, if only a refusal; further ones are cut off. */
const MAX_BURST_PER_NETWORK = 2_000;
/** How long a connection of a burst may take until it sends a request. */
const BURST_MILLISECONDS = 1_000;
/** How long an idle connection is kept open for a next request. */
export const KEEP_ALIVE_MILLISECONDS = 10_000;
/**
 * The same for a trusted proxy, longer than proxies keep idle connections themselves (most a minute, some a quarter of
 * an hour). A proxy that sends a request into a connection that is just being closed answers 502.
 */
export const PROXY_KEEP_ALIVE_MILLISECONDS = 1_000_000;
/** How long a response may wait for its reader to take more of it. */
export const MAX_STALL_MILLISECONDS = 30_000;
/** How long a response may take altogether, however slowly the client reads it. */
export const MAX_RESPONSE_MILLISECONDS = 300_000;
/** The speed that an upload must reach on average, 128 kbit/s, and how long it is given to reach it. */
export const MIN_UPLOAD_BYTES_PER_SECOND = 16_000;
export const UPLOAD_GRACE_MILLISECONDS = 30_000;
/** How late the sweep may notice a time-out. */
export const SWEEP_MILLISECONDS = 5_000;
/** Connections still in the kernel's queue when the site stops listening are reset, so they are accepted first. */
const ACCEPT_QUEUE_MILLISECONDS = 250;

interface Connection {
  readonly keepAlive: number;
  readonly network: Network;
  /** The response to its latest request; when that is over, all earlier ones are. */
  response: ServerResponse | undefined;
  /** When it sent that request, or was opened. */
  since: number;
  /** The bytes read when it was first seen idle, and the time of that. */
  idle: { bytesRead: number; since: number } | undefined;
  /** The bytes read when its request began to be received as an upload. */
  upload: { bytesRead: number } | undefined;
}

interface Network {
  readonly sockets: Map<Socket, Connection>;
  readonly isProxy: boolean;
  isTrimming: boolean;
}

/** The open connections of a site, and the responses on them. */
export interface Connections {
  /** Must be called before the server listens. */
  track(server: Server): Server;
  /** Must be called for each request before it is answered. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the network of a request that has begun has too many responses under way. */
  isRefused(request: IncomingMessage): boolean;
  /**
   * Lets a request take as long as its body needs at the least speed of uploads, until the returned function is called.
   * Its sender must have been identified, and its size checked.
   */
  beginUpload(request: IncomingMessage): () => void;
  isUploading(socket: Socket): boolean;
  /** The response that is under way on a connection. */
  responseOn(socket: Socket): ServerResponse | undefined;
  /**
   * Waits until no response is under way, at most `milliseconds`, and asks clients not to send further requests. Must
   * be called before `server.close()`, which checks `finished` and so cuts connections whose response is written but
   * not yet sent.
   */
  drain(milliseconds: number): Promise<void>;
  stop(): void;
}

/**
 * Keeps slow clients from taking all connections. A network that opens more than its share loses the connections that
 * have been idle longest, so requests that are being served continue. Trusted proxies stand for many networks and are
 * not limited.
 *
 * A sweep checks the time-outs. Node's own (`timeout`, `keepAliveTimeout`) set two timers for each request, which costs
 * a tenth of a cached response, and one `keepAliveTimeout` can't serve visitors and proxies alike.
 */
export function createConnections(options: {
  perNetwork?: number;
  trusted: readonly string[];
  now?: () => number;
}): Connections {
  const { perNetwork: maxPerNetwork = MAX_CONNECTIONS_PER_NETWORK, now = () => performance.now() } = options;
  const isTrusted = trustedAddresses(options.trusted);
  const networks = new Map<string, Network>();
  const connections = new WeakMap<Socket, Connection>();
  const refused = new WeakSet<IncomingMessage>();
  let isDraining = false;

  function open(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const isProxy = isTrusted(address);
    const key = isProxy ? 'proxies' : networkPrefix(address);
    const network = networks.get(key) ?? { sockets: new Map(), isProxy, isTrimming: false };
    const { sockets } = network;
    if (!isProxy && sockets.size >= MAX_BURST_PER_NETWORK) return void socket.destroy();
    const keepAlive = isProxy ? PROXY_KEEP_ALIVE_MILLISECONDS : KEEP_ALIVE_MILLISECONDS;
    const connection = {
      keepAlive,
      network,
      response: undefined,
      since: now(),
      idle: undefined,
      upload: undefined,
    };
    networks.set(key, network);
    sockets.set(socket, connection);
    connections.set(socket, connection);
    if (isOverLimit(network)) scheduleTrim(network);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && networks.get(key) === network) networks.delete(key);
    });
  }

  function isOverLimit({ isProxy, sockets }: Network): boolean {
    return !isProxy && sockets.size > maxPerNetwork;
  }

  /** Waits until requests that have arrived are read before it decides which connections are idle. */
  function scheduleTrim(network: Network): void {
    if (network.isTrimming) return;
    network.isTrimming = true;
    setTimeout(() => setImmediate(trim, network), BURST_MILLISECONDS).unref();
  }

  /** Closes the connections of an overfull network that have been idle longest. */
  function trim(network: Network): void {
    network.isTrimming = false;
    const before = now() - BURST_MILLISECONDS;
    const idle = [...network.sockets]
      .filter(([, connection]) => isIdle(connection) && connection.since <= before)
      .sort(([, a], [, b]) => a.since - b.since);
    for (const [socket] of idle.slice(0, Math.max(0, network.sockets.size - maxPerNetwork))) {
      network.sockets.delete(socket);
      socket.destroy();
    }
    if (isOverLimit(network)) scheduleTrim(network);
  }

  function* trackedConnections(): Generator<[Socket, Connection]> {
    for (const { sockets } of networks.values()) yield* sockets;
  }

  function checkTimeouts(socket: Socket, connection: Connection): void {
    const time = now();
    if (!isIdle(connection)) {
      connection.idle = undefined;
      const isTooSlow =
        connection.upload === undefined
          ? connection.since < time - MAX_RESPONSE_MILLISECONDS
          : socket.bytesRead - connection.upload.bytesRead < bytesDue(time - connection.since);
      if (isTooSlow) socket.destroy();
      // Node's own timer notices every piece that the client takes; the sweep would see only the bytes handed to the
      // system.
      else if (!socket.timeout) socket.setTimeout(MAX_STALL_MILLISECONDS);
      return;
    }
    if (socket.timeout) socket.setTimeout(0);
    // Node limits the time of the first request (`headersTimeout`), and of each from its first byte on.
    if (connection.response === undefined) return;
    const { bytesRead } = socket;
    if (connection.idle?.bytesRead !== bytesRead) connection.idle = { bytesRead, since: time };
    else if (connection.idle.since <= time - connection.keepAlive) socket.destroy();
  }

  const sweep = setInterval(() => {
    for (const [socket, connection] of trackedConnections()) checkTimeouts(socket, connection);
  }, SWEEP_MILLISECONDS).unref();

  return {
    track: (server) => server.on('connection', open),
    begin(request, response) {
      const connection = connections.get(request.socket);
      const isNetworkOverLimit = connection !== undefined && isOverLimit(connection.network);
      if (isNetworkOverLimit && countUnderWay(connection.network.sockets.values()) >= maxPerNetwork)
        refused.add(request);
      if (connection !== undefined) {
        connection.response = response;
        connection.since = now();
      }
      if (isDraining || isNetworkOverLimit) response.setHeader('connection', 'close');
    },
    isRefused: (request) => refused.has(request),
    beginUpload({ socket }) {
      const connection = connections.get(socket);
      if (connection === undefined) return () => {};
      connection.upload = { bytesRead: socket.bytesRead };
      return () => {
        connection.upload = undefined;
        connection.since = now();
      };
    },
    isUploading: (socket) => connections.get(socket)?.upload !== undefined,
    responseOn(socket) {
      const connection = connections.get(socket);
      return connection === undefined || isIdle(connection) ? undefined : connection.response;
    },
    async drain(milliseconds) {
      isDraining = true;
      for (const [, connection] of trackedConnections())
        if (!isIdle(connection) && !connection.response?.headersSent)
          connection.response?.setHeader('connection', 'close');
      await sleep(ACCEPT_QUEUE_MILLISECONDS);
      const giveUpAt = performance.now() + milliseconds;
      const open = () => [...trackedConnections()].map(([, connection]) => connection);
      while (countUnderWay(open()) > 0 && performance.now() < giveUpAt) await sleep(20);
    },
    stop: () => clearInterval(sweep),
  };
}

/** Whether no response is under way: none has begun, or the latest is handed to the system or broken off. */
function isIdle({ response }: Connection): boolean {
  return response === undefined || response.writableFinished || response.destroyed;
}

/** The bytes of an upload that must have arrived after a time. */
function bytesDue(milliseconds: number): number {
  return (Math.max(0, milliseconds - UPLOAD_GRACE_MILLISECONDS) / 1000) * MIN_UPLOAD_BYTES_PER_SECOND;
}

function countUnderWay(connections: Iterable<Connection>): number {
  let count = 0;
  for (const connection of connections) if (!isIdle(connection)) count += 1;
  return count;
}

/** Whether an address is one of the trusted proxies. */
export function trustedAddresses(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', bits = ''] = block.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return (address) => address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
