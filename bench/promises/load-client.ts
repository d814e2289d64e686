import { connect } from 'node:net';

/**
 * The cheapest client there is, so that the server is what is measured: it counts bytes, because the answers to one
 * request are all of one length.
 */
const { port, path, headers, seconds, connections } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  path: string;
  headers?: Record<string, string>;
  seconds: number;
  connections: number;
};
const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
  ([name, value]) => `${name}: ${value}`,
);
const request = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;

function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = answer.subarray(0, end).toString('latin1');
  if (!/^HTTP\/1\.1 (?:200|304|404) /.test(head)) throw new Error(head.split('\r\n')[0]);
  return end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

let answers = 0;
function keepAsking(): void {
  const socket = connect(port, '127.0.0.1');
  let whole: number | undefined;
  let first = Buffer.alloc(0);
  let received = 0;
  socket.on('connect', () => socket.write(request));
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (whole === undefined) {
      first = Buffer.concat([first, chunk]);
      whole = lengthOf(first);
    }
    if (whole === undefined || received < whole) return;
    received = 0;
    answers += 1;
    socket.write(request);
  });
  socket.on('error', (error) => {
    throw error;
  });
}

for (let n = 0; n < connections; n++) keepAsking();
setTimeout(() => {
  process.stdout.write('warm\n');
  const before = answers;
  const begun = performance.now();
  setTimeout(() => {
    const taken = (performance.now() - begun) / 1000;
    process.stdout.write(`${JSON.stringify({ answers: answers - before, seconds: taken })}\n`);
    process.exit(0);
  }, seconds * 1000);
}, 1_000);
