import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer } from '#app/server.ts';
import { multipart } from '#tests/support/multipart.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { noPages } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
const mira = await signedIn(context, 'mira');
const { app, connections } = await createServer({
  ...{ context, renderer: noPages, rateLimits: false, trustProxy: [], version: '0.0.0-test' },
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
test.after(() => app.close());
const serverSockets: Socket[] = [];
app.server.on('connection', (socket) => serverSockets.push(socket));

const { payload, headers } = await multipart([{ name: 'a.md', content: '# A\n\nText.' }]);

/** Begins a request and sends half of its body; the answer is everything that the server says. */
async function begin(path: string, type: string) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
  });
  const closed = once(socket, 'close');
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: ${mira.headers.authorization}`,
    `content-type: ${type}`,
    `content-length: ${payload.length}`,
    'connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(payload.subarray(0, payload.length / 2));
  return {
    async answer() {
      await closed;
      return answer;
    },
    finish: () => socket.write(payload.subarray(payload.length / 2)),
  };
}

const form = headers['content-type'] ?? '';
const uploads = () => serverSockets.filter((socket) => connections.isUploading(socket)).length;

async function untilUploads(count: number) {
  while (uploads() !== count) await nextTurn();
}

test('an upload may take longer than the time that other requests have', async (t) => {
  const upload = await begin('/api/imports', form);
  await untilUploads(1);
  const other = await begin('/api/stories', 'application/json');
  const usual = app.server.requestTimeout;
  t.after(() => {
    app.server.requestTimeout = usual;
  });
  app.server.requestTimeout = 1;
  assert.match(await other.answer(), /^HTTP\/1\.1 408 /);
  assert.equal(uploads(), 1);
  upload.finish();
  assert.match(await upload.answer(), /^HTTP\/1\.1 201 /);
  assert.equal(uploads(), 0);
});

test('a third upload of an account waits for the first two', async () => {
  const first = await begin('/api/imports', form);
  const second = await begin('/api/imports', form);
  await untilUploads(2);
  const third = await begin('/api/imports', form);
  third.finish();
  const refusal = await third.answer();
  assert.match(refusal, /^HTTP\/1\.1 429 /);
  assert.match(refusal, /Other files of yours are still on their way/);
  for (const upload of [first, second]) {
    upload.finish();
    assert.match(await upload.answer(), /^HTTP\/1\.1 201 /);
  }
});
