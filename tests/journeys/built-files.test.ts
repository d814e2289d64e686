import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { get, startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';

const site = await startSite();
after(() => site.stop());

const { text: home } = await get(site, urls.home());
const script = /\/assets\/client-[^"]+\.js/.exec(home)?.[0] ?? '';

test('a built file is sent compressed and kept for a year', async () => {
  const answer = await get(site, script);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
  const compressed = await fetch(site.url + script, { headers: { 'accept-encoding': 'br' } });
  assert.equal(compressed.headers.get('content-encoding'), 'br');
  assert.equal(await compressed.text(), answer.text);
  const stored = Buffer.from(await (await fetch(`${site.url}${script}.br`)).arrayBuffer());
  assert.equal(brotliDecompressSync(stored).toString(), answer.text);
  const unchanged = await get(site, script, { 'if-none-match': String(answer.headers.etag) });
  assert.equal(unchanged.status, 304);
  const { status, headers } = await get(site, '/favicon.svg');
  assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=3600']);
});

test('no other file of the build or of the machine is served', async () => {
  const paths = [
    ...['/assets/unknown.js', '/assets', '/assets/a/b.js', '/assets/%00', '/.vite/manifest.json'],
    ...['/assets/../.vite/manifest.json', '/assets/..%2f.vite%2fmanifest.json', '/assets/..%5cfavicon.svg'],
    ...[
      '/assets/..%2f..%2fchecksums.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%252e%252e%252ffavicon.svg',
    ],
  ];
  for (const path of paths) assert.equal((await get(site, path)).status, 404, path);
});

test('a reader who leaves while a file is on its way leaves no error in the log', async () => {
  const { hostname, port, host } = new URL(site.url);
  const leaveAfter = async (milliseconds: number) => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET ${script} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    await pause(milliseconds);
    socket.destroy();
  };
  // The file may be at any point of its way, so many leave, at different times.
  for (let n = 0; n < 200; n += 1) await leaveAfter(n % 4);
  assert.equal((await get(site, script)).status, 200);
  assert.equal(site.output(), '');
});
