import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createConnections,
  KEEP_ALIVE_MILLISECONDS,
  MAX_RESPONSE_MILLISECONDS,
  MAX_STALL_MILLISECONDS,
  MIN_UPLOAD_BYTES_PER_SECOND,
  PROXY_KEEP_ALIVE_MILLISECONDS,
  SWEEP_MILLISECONDS,
  UPLOAD_GRACE_MILLISECONDS,
} from './connections.ts';

/** A server whose answers are written by the test, and a clock that it moves. */
async function followed(t: TestContext, trusted: string[] = []) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let time = 0;
  const connections = createConnections({ trusted, now: () => time });
  const answers: ServerResponse[] = [];
  const server = connections.track(
    createServer({ keepAliveTimeout: 0 }, (request, answer) => {
      connections.begin(request, answer);
      answers.push(answer);
      if (request.url === '/quick') answer.end('at once');
      else answer.write('slowly');
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    server.closeAllConnections();
    server.close();
    connections.stop();
  });
  return {
    connections,
    port,
    answers,
    /** Sends a request on a connection of its own, and returns the server’s side of it. */
    async ask(path: string, agent = new Agent({ keepAlive: true })) {
      const [answer] = (await once(get({ port, host: '127.0.0.1', agent, path }), 'response')) as [
        IncomingMessage,
      ];
      const response = answers.at(-1) as ServerResponse;
      return { answer, made: response, agent, socket: response.req.socket };
    },
    pass(milliseconds: number) {
      time += milliseconds;
      t.mock.timers.tick(SWEEP_MILLISECONDS);
    },
  };
}

async function readToItsEnd(answer: IncomingMessage): Promise<void> {
  answer.resume();
  await once(answer, 'end');
}

test('an answer that is read for ever is broken off, and none before that', async (t) => {
  const { connections, ask, pass } = await followed(t);
  const { answer, made, socket } = await ask('/slow');
  assert.equal(connections.responseOn(socket), made);
  pass(MAX_RESPONSE_MILLISECONDS - 1);
  assert.equal(socket.destroyed, false);
  const broken = once(answer, 'error');
  answer.resume();
  pass(2);
  assert.equal(socket.destroyed, true);
  await broken;
});

test('an answer that lasts has a time for silence, which is over with it', async (t) => {
  const { connections, ask, pass } = await followed(t);
  const { answer, made, socket } = await ask('/slow');
  assert.ok(!socket.timeout);
  pass(SWEEP_MILLISECONDS);
  assert.equal(socket.timeout, MAX_STALL_MILLISECONDS);
  made.end('and done');
  await readToItsEnd(answer);
  assert.equal(connections.responseOn(socket), undefined);
  pass(SWEEP_MILLISECONDS);
  assert.equal(socket.timeout, 0);
  assert.equal(socket.destroyed, false);
});

test('a connection is kept for its next request as long as it was promised, counted anew after each', async (t) => {
  const { ask, pass } = await followed(t);
  const { answer, socket, agent } = await ask('/quick');
  await readToItsEnd(answer);
  pass(SWEEP_MILLISECONDS);
  pass(KEEP_ALIVE_MILLISECONDS - 1);
  assert.equal(socket.destroyed, false);

  const again = await ask('/quick', agent);
  assert.equal(again.socket, socket);
  await readToItsEnd(again.answer);
  pass(SWEEP_MILLISECONDS);
  assert.equal(socket.destroyed, false);
  pass(KEEP_ALIVE_MILLISECONDS);
  assert.equal(socket.destroyed, true);
});

test('a trusted proxy’s connection is kept longer than proxies keep theirs', async (t) => {
  const { ask, pass } = await followed(t, ['127.0.0.0/8']);
  const { answer, socket } = await ask('/quick');
  await readToItsEnd(answer);
  pass(SWEEP_MILLISECONDS);
  pass(PROXY_KEEP_ALIVE_MILLISECONDS - 1);
  assert.equal(socket.destroyed, false);
  pass(1);
  assert.equal(socket.destroyed, true);
});

test('a connection whose next request has begun to come is left to the time that requests have', async (t) => {
  const { ask, pass } = await followed(t);
  const { answer, socket, agent } = await ask('/quick');
  await readToItsEnd(answer);
  pass(SWEEP_MILLISECONDS);
  const [client] = Object.values(agent.freeSockets)[0] as [Socket];
  const before = socket.bytesRead;
  client.write('GET /quick HT');
  while (socket.bytesRead === before) await nextTurn();
  pass(KEEP_ALIVE_MILLISECONDS);
  assert.equal(socket.destroyed, false);
});

test('at the end each answer that can still tell it tells that it is the last', async (t) => {
  const { connections, ask } = await followed(t);
  const under = await ask('/slow');
  let isDrained = false;
  const drained = connections.drain(60_000).then(() => {
    isDrained = true;
  });
  const { answer } = await ask('/quick');
  assert.equal(answer.headers.connection, 'close');
  await readToItsEnd(answer);
  assert.equal(connections.responseOn(under.socket), under.made);
  assert.equal(isDrained, false);
  under.made.end();
  await readToItsEnd(under.answer);
  await drained;
});

test('an upload may last as long as its bytes keep coming, and no longer', async (t) => {
  const { connections, port, answers, pass } = await followed(t);
  const sender = request({ port, host: '127.0.0.1', path: '/slow', method: 'POST' });
  sender.on('error', () => undefined);
  const sentBytes = 600 * MIN_UPLOAD_BYTES_PER_SECOND;
  sender.write(Buffer.alloc(sentBytes));
  await once(sender, 'response');
  const received = (answers.at(-1) as ServerResponse).req;
  const endUpload = connections.beginUpload(received);
  assert.equal(connections.isUploading(received.socket), true);
  const { socket } = received;
  received.resume();
  while (socket.bytesRead < sentBytes) await once(received, 'data');
  pass(UPLOAD_GRACE_MILLISECONDS + 500_000);
  assert.equal(socket.destroyed, false);
  pass(110_000);
  assert.equal(socket.destroyed, true);
  endUpload();
  assert.equal(connections.isUploading(socket), false);
});
