import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ANSWER_MILLISECONDS, limitConnections } from './connections.ts';

test('an answer that is read for ever is broken off, and nobody is before that or between two requests', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let time = 0;
  const server = createServer();
  const { answerOn } = limitConnections(server, { trusted: [], now: () => time });
  const answers: ServerResponse[] = [];
  server.on('request', (_request, answer) => {
    answers.push(answer);
    if (answers.length === 1) answer.end('at once');
    else answer.write('slowly');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (): Promise<IncomingMessage> => {
    const agent = new Agent({ keepAlive: true });
    const [answer] = await once(get({ port, host: '127.0.0.1', agent }), 'response');
    return answer;
  };
  try {
    const quick = await ask();
    quick.resume();
    await once(quick, 'end');
    const slow = await ask();
    const [first, second] = answers.map(({ req }) => req.socket);
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(answerOn(first), undefined, 'it waits for its next request');
    assert.equal(answerOn(second), answers[1]);

    time += ANSWER_MILLISECONDS - 1;
    t.mock.timers.tick(10_000);
    assert.equal(second.destroyed, false);
    const broken = once(slow, 'error');
    slow.resume();
    time += 2;
    t.mock.timers.tick(10_000);
    assert.equal(second.destroyed, true);
    assert.equal(first.destroyed, false);
    await broken;
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
