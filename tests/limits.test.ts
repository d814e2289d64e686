import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { builtRenderer } from '#app/built-renderer.ts';
import { securityHeaders } from '#app/headers.ts';
import { MAX_CONNECTIONS_PER_NETWORK } from '#platform/http/connections.ts';
import { MAX_JSON_DEPTH } from '#platform/http/json-body.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/** Checks that apply to any request before its call or page is known. */

const { context } = await testDatabase();
const renderer = await builtRenderer(fileURLToPath(new URL('../dist', import.meta.url)));
const app = await testServer(context, { renderer, rateLimits: true });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

function open(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

/** The server's answer to these bytes, read until the connection closes. */
async function responseTo(bytes: string): Promise<string> {
  const socket = open();
  let text = '';
  socket.on('data', (data) => (text += data));
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

/** A request of a call with a JSON body, under any Content-Type. */
function postOf(type: string): string {
  const body = '{"shared_platform":"copy"}';
  return `POST /api/tracking/stories/1/share HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

const json = { 'content-type': 'application/json' };
const share = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/tracking/stories/1/share',
    headers: { ...json, ...headers },
    payload,
  });

test('invalid HTTP gets an error with the usual headers', async () => {
  const expected = Object.entries(
    securityHeaders({ isHttps: true, isDevelopment: false, remoteImages: 'click' }),
  );
  assert.ok(expected.some(([name]) => name === 'strict-transport-security'));
  const table: [string, string][] = [
    ['nonsense\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nconnection: close\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x\r\nbroken header\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n', '400'],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, '431'],
    ['GET /%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '400'],
    ['PROPFIND / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '4'],
    ['GET /api/nope HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '404'],
    ['GET /\r\n\r\n', '400'],
    ['GET / HTTP/0.9\r\nhost: x\r\n\r\n', '400'],
    ['GET / HTTP/2.0\r\nhost: x\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: close\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x\r\nHOST: x\r\nconnection: close\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x, y\r\nconnection: close\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x/y\r\nconnection: close\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x@y\r\nconnection: close\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\ncontent-length: 0\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x\r\nauthorization: a\r\nauthorization: b\r\nconnection: close\r\n\r\n', '400'],
    [postOf('application/json\t; a=b'), '415'],
    [postOf('application/json;\ta=b'), '415'],
    [postOf('application/json\r\ncontent-type: text/plain'), '400'],
  ];
  for (const [bytes, status] of table) {
    const text = await responseTo(bytes);
    assert.match(text, new RegExp(`^HTTP/1\\.1 ${status}`), bytes.slice(0, 80));
    for (const [name, value] of expected) {
      assert.ok(
        text.toLowerCase().includes(`${name}: ${value}`.toLowerCase()),
        `${name}: ${bytes.slice(0, 80)}`,
      );
    }
  }
});

test('valid HTTP is served', async () => {
  for (const bytes of [
    'GET / HTTP/1.0\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: stories.example:8080\r\nconnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: [::1]:3000\r\nconnection: close\r\n\r\n',
  ])
    assert.match(await responseTo(bytes), /^HTTP\/1\.1 200/, bytes);
  assert.match(await responseTo(postOf('application/json ; charset=utf-8')), /^HTTP\/1\.1 404/);
});

test('an address that looks like another site is refused with a client error', async () => {
  for (const path of [
    '/%09/javascript:x',
    '/%09/%09/javascript:x',
    '/%0a/javascript:x',
    '/%0d%0a/evil.example:x',
    '/%5cjavascript:x',
    '/%5C/evil.example/',
    '/%09%5c[',
    '//evil.example/',
    '/\\evil.example/',
    '/%09/evil.example/',
  ]) {
    const text = await responseTo(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(text, /^HTTP\/1\.1 400/, path);
    assert.doesNotMatch(text, /^location:/im, path);
  }
  // Later in the name, such a character is part of it.
  for (const path of ['/tag/a%5cb', '/tag/%09/javascript:x', '/x%09/javascript:x', '/%2f/evil.example']) {
    const text = await responseTo(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(text, /^HTTP\/1\.1 (?:200|404)/, path);
  }
});

// Interface, Pages: Scripts and styles are 'self'; object-src, base-uri and frame-ancestors 'none'; form-action 'self'
test('every response has a policy that allows only the site’s own files', () => {
  const policy =
    securityHeaders({ isHttps: true, isDevelopment: false, remoteImages: 'click' })[
      'content-security-policy'
    ] ?? '';
  const directives = new Map(
    policy
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.slice(directive.indexOf(' ') + 1)]),
  );
  for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors'])
    assert.equal(directives.get(name), "'none'", name);
  for (const name of ['script-src', 'style-src', 'connect-src', 'form-action'])
    assert.equal(directives.get(name), "'self'", name);
  assert.equal(directives.get('require-trusted-types-for'), "'script'");
  const policies = 'nightstand-cleaned nightstand-worker nightstand-service-worker ProseMirrorClipboard';
  assert.equal(directives.get('trusted-types'), policies);
});

// Interface, The API: Malformed JSON or a malformed query answers 400
// Interface, The API: A body that is not JSON answers 415
test('a body must be strict, shallow, uncompressed JSON in UTF-8', async () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
  const table: [string | Buffer, Record<string, string>, number, string][] = [
    [nested(MAX_JSON_DEPTH), {}, 422, 'invalid'],
    [nested(MAX_JSON_DEPTH + 1), {}, 400, 'malformed'],
    ['['.repeat(200_000), {}, 400, 'malformed'],
    // Brackets within strings do not count as nesting.
    [JSON.stringify({ shared_platform: '[{'.repeat(100) }), {}, 422, 'invalid'],
    [JSON.stringify({ shared_platform: `\\"${'['.repeat(100)}` }), {}, 422, 'invalid'],
    ['{"shared_platform":"copy",}', {}, 400, 'malformed'],
    ["{'shared_platform':'copy'}", {}, 400, 'malformed'],
    ['{"constructor":{"prototype":{"x":1}}}', {}, 400, 'malformed'],
    [gzipSync('{"shared_platform":"copy"}'), { 'content-encoding': 'gzip' }, 415, 'not_json'],
    ['{"shared_platform":"copy"}', { 'content-encoding': 'br' }, 415, 'not_json'],
    ['{"shared_platform":"copy"}', { 'content-type': 'text/plain' }, 415, 'not_json'],
    ['{"shared_platform":"copy"}', { 'content-type': 'application/json\ta' }, 415, 'not_json'],
    ['{"shared_platform":"copy"}', { 'content-type': 'application/json; charset=utf-16' }, 415, 'not_json'],
    ['{"a":1}', { 'content-type': 'application/json;a=b;Charset="ISO-8859-1"' }, 415, 'not_json'],
    ['{"a":1}', { 'content-type': 'application/json; charset="UTF-8"' }, 422, 'invalid'],
    [Buffer.from('{"shared_platform":"copi\xe9"}', 'latin1'), {}, 400, 'malformed'],
    ['\ufeff{"a":1}', {}, 422, 'invalid'],
  ];
  for (const [body, headers, status, code] of table) {
    const answer = await share(body, headers);
    const what = `${body.toString().slice(0, 40)} ${JSON.stringify(headers)}`;
    assert.deepEqual([answer.statusCode, answer.json().error.code], [status, code], what);
  }
  assert.equal(
    (await share('{"shared_platform":"copy"}', { 'content-encoding': 'identity' })).statusCode,
    404,
  );
});

test('pages of other sites and subdomains can’t send writes from a reader’s browser', async () => {
  for (const [site, status] of [
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 404],
    ['none', 404],
  ] as const) {
    const answer = await share('{"shared_platform":"copy"}', { 'sec-fetch-site': site });
    assert.equal(answer.statusCode, status, site);
    const read = await app.inject({ url: '/api/frontpage', headers: { 'sec-fetch-site': site } });
    assert.equal(read.statusCode, 200, 'reading is open to all');
  }
});

test('slow clients are disconnected after the time-out', () => {
  const { headersTimeout, requestTimeout } = app.server;
  // platform/http/connections.test.ts covers the limits on answers, and between two requests.
  assert.deepEqual({ headersTimeout, requestTimeout }, { headersTimeout: 10_000, requestTimeout: 30_000 });
});

test('idle connections of one network are closed in favour of active ones', async () => {
  const idle: Socket[] = [];
  for (let n = 0; n < MAX_CONNECTIONS_PER_NETWORK; n++) {
    const socket = open();
    await once(socket, 'connect');
    idle.push(socket);
  }
  const isOpen = (socket: Socket) => !socket.destroyed;
  assert.equal(idle.filter(isOpen).length, MAX_CONNECTIONS_PER_NETWORK);
  const closed = once(idle[0] as Socket, 'close');
  const late = open();
  late.write('GET /healthz HTTP/1.1\r\nhost: x\r\n');
  // The rest follows a moment later, as from a phone: until then the connection looks like an idle one.
  await once(late, 'connect');
  assert.equal(idle.every(isOpen), true, 'nobody is cut off at once: a request may be on its way');
  await closed;
  late.write('\r\n');
  const [answer] = await once(late, 'data');
  assert.match(String(answer), /^HTTP\/1.1 200/);
  idle.push(late);
  assert.equal(idle.filter(isOpen).length, MAX_CONNECTIONS_PER_NETWORK, 'the oldest went, the others stay');
  for (const socket of idle) socket.destroy();
});

test('several hundred simultaneous requests are all answered', async () => {
  const page = 'GET /robots.txt HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  const call = 'GET /api/frontpage HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  const sockets = Array.from({ length: 6 * MAX_CONNECTIONS_PER_NETWORK }, open);
  const answers = await Promise.all(
    sockets.map(async (socket, index) => {
      let text = '';
      socket.on('data', (data) => (text += data));
      socket.write(index % 2 === 0 ? page : call);
      await once(socket, 'close');
      return text;
    }),
  );
  const unanswered = answers.filter((text) => !/^HTTP\/1\.1 (?:200|429|503)/.test(text));
  assert.deepEqual(unanswered, []);
  for (const text of answers.filter((answer) => !answer.startsWith('HTTP/1.1 200')))
    assert.match(text, /^retry-after: \d+\r$/im);
  assert.ok(answers.filter((text) => text.startsWith('HTTP/1.1 200')).length >= MAX_CONNECTIONS_PER_NETWORK);
});

test('a network with a hundred slow bodies is refused further requests', async () => {
  const slow = Array.from({ length: MAX_CONNECTIONS_PER_NETWORK + 1 }, () => {
    const socket = open();
    socket.write(
      postOf('application/json').slice(0, -10).replace('connection: close', 'expect: 100-continue'),
    );
    return socket;
  });
  // The server tells each client to continue once it has read the head.
  await Promise.all(slow.map((socket) => once(socket, 'data')));
  const text = await responseTo('GET /api/frontpage HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.match(text, /^HTTP\/1\.1 503/);
  assert.match(text, /^retry-after: \d+\r$/im);
  assert.match(text, /"success":false/);
  for (const socket of slow) socket.destroy();
});
