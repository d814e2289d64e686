import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A client that does as little as possible, so that the measurement shows the server: it counts bytes,
 * because all answers to one request have the same length. Messages control it: first the request to send,
 * then `start` and `stop` in turns.
 */
export interface LoadOptions {
  port: number;
  path: string;
  headers?: Record<string, string>;
  connections: number;
}

export interface LoadResult {
  answers: number;
  seconds: number;
}

let isRunning = false;
let answers = 0;
let startedAt = 0;
const waiting = new Set<() => void>();

function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = answer.subarray(0, end).toString('latin1');
  if (!/^HTTP\/1\.1 (?:200|304|404) /.test(head)) throw new Error(head.split('\r\n')[0]);
  return end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

function sendRepeatedly(socket: Socket, request: string): void {
  const send = () => socket.write(request);
  let totalBytes: number | undefined;
  let first = Buffer.alloc(0);
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (totalBytes === undefined) {
      first = Buffer.concat([first, chunk]);
      totalBytes = lengthOf(first);
    }
    if (totalBytes === undefined || received < totalBytes) return;
    received = 0;
    answers += 1;
    if (isRunning) send();
    else waiting.add(send);
  });
  socket.on('error', (error) => {
    throw error;
  });
  waiting.add(send);
}

process.once('message', async ({ port, path, headers, connections }: LoadOptions) => {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  for (let n = 0; n < connections; n++) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    sendRepeatedly(socket, request);
  }
  process.on('message', (command: 'start' | 'stop') => {
    isRunning = command === 'start';
    if (!isRunning) {
      process.send?.({ answers, seconds: (performance.now() - startedAt) / 1000 } satisfies LoadResult);
      return;
    }
    answers = 0;
    startedAt = performance.now();
    for (const send of waiting) send();
    waiting.clear();
  });
  process.send?.('ready');
});
