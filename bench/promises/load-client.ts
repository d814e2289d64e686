import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A client that does as little as possible, so that the measurement shows the server: it counts bytes,
 * because all answers to one request have the same length. Messages control it: first the request to send,
 * then `ask` and `rest` in turns.
 */
export interface Asked {
  port: number;
  path: string;
  headers?: Record<string, string>;
  connections: number;
}

export interface Answered {
  answers: number;
  seconds: number;
}

let isAsking = false;
let answers = 0;
let begun = 0;
const waiting = new Set<() => void>();

function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = answer.subarray(0, end).toString('latin1');
  if (!/^HTTP\/1\.1 (?:200|304|404) /.test(head)) throw new Error(head.split('\r\n')[0]);
  return end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

function keepAsking(socket: Socket, request: string): void {
  const ask = () => socket.write(request);
  let whole: number | undefined;
  let first = Buffer.alloc(0);
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (whole === undefined) {
      first = Buffer.concat([first, chunk]);
      whole = lengthOf(first);
    }
    if (whole === undefined || received < whole) return;
    received = 0;
    answers += 1;
    if (isAsking) ask();
    else waiting.add(ask);
  });
  socket.on('error', (error) => {
    throw error;
  });
  waiting.add(ask);
}

process.once('message', async ({ port, path, headers, connections }: Asked) => {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  for (let n = 0; n < connections; n++) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    keepAsking(socket, request);
  }
  process.on('message', (told: 'ask' | 'rest') => {
    isAsking = told === 'ask';
    if (!isAsking) {
      process.send?.({ answers, seconds: (performance.now() - begun) / 1000 } satisfies Answered);
      return;
    }
    answers = 0;
    begun = performance.now();
    for (const ask of waiting) ask();
    waiting.clear();
  });
  process.send?.('ready');
});
