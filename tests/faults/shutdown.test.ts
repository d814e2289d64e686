import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMailServer } from '#tests/support/mail-server.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import type { SignedInPerson } from '#tests/support/signed-in-person.ts';
import { createAcknowledged, missingWrites, newWriters, send } from './writers.ts';

/** The promise is 15 seconds; the assertion doubles it for a busy machine. */
const CEILING_MILLISECONDS = 30_000;
/** This many connections exceed the backlog of the site's listening socket. */
const LATE_MILLISECONDS = 600;
/** A busy machine refuses part of the hundred requests; with fewer served than this the test would show little. */
const MIN_SERVED = 10;

const abruptStop = fileURLToPath(new URL('variants/abrupt-stop.ts', import.meta.url));
const mailServer = await startMailServer();
after(() => mailServer.stop());

interface Pending {
  request: ClientRequest;
  body: string;
  answer: Promise<IncomingMessage>;
}

/** A request whose head has arrived without any of its body. */
async function begin(
  url: string,
  { path, body, headers = {} }: { path: string; body: object; headers?: object },
): Promise<Pending> {
  const text = JSON.stringify(body);
  const pending = request(`${url}/api${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      expect: '100-continue',
    },
  });
  const answer = once(pending, 'response').then(([response]) => response as IncomingMessage);
  answer.catch(() => undefined);
  pending.flushHeaders();
  await once(pending, 'continue');
  return { request: pending, body: text, answer };
}

/** The status of a response; `busy` for a refusal with Retry-After, which a machine under load may cause. */
function statusOf({ statusCode, headers }: IncomingMessage): number | 'busy' {
  return statusCode === 503 && headers['retry-after'] !== undefined ? 'busy' : (statusCode ?? 0);
}

async function end({
  request: pending,
  body,
  answer,
}: Pending): Promise<{ status: number | 'busy'; id: number }> {
  pending.end(body);
  const response = await answer;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  const { data } = JSON.parse(text) as { data?: { id?: number } | null };
  return { status: statusOf(response), id: data?.id ?? 0 };
}

/** Log lines that a machine under load causes: no connection is free in time for a request or for a job. */
function isOfBusyMachine(line: string): boolean {
  return (
    line === 'the database is not available' ||
    /^Failed task .*timeout exceeded when trying to connect/.test(line)
  );
}

async function openSite(env: Record<string, string> = {}) {
  let people: SignedInPerson[] = [];
  const site = await startSite({
    env: { SMTP_URL: mailServer.url, LOG_LEVEL: 'info', SAMPLE_LIBRARY: 'off', ...env },
    fill: async (context) => {
      people = await newWriters(context, 10);
    },
  });
  after(() => site.stop());
  return { site, people };
}

/** Sends a hundred requests and stops the site amid them; returns the outcome. */
async function stopAmidHundred(site: RunningSite, people: SignedInPerson[], names: string) {
  const log = createAcknowledged();
  const [first] = people;
  assert.ok(first);
  const created = await send(site.url, first, '/stories', { title: `Written for ${names}` });
  const { id: story, slug } = created.data as { id: number; slug: string };
  const titles = Array.from({ length: 46 }, (_, n) => `Written ${names} ${n}`);
  const stories = await Promise.all(
    titles.map((title, n) =>
      begin(site.url, { path: '/stories', body: { title }, headers: people[n % 10]?.headers }),
    ),
  );
  const votes = await Promise.all(
    people.map(({ headers }) =>
      begin(site.url, { path: `/tracking/stories/${slug}/vote`, body: { vote_type: 'upvote' }, headers }),
    ),
  );
  const addresses = Array.from({ length: 4 }, (_, n) => `${names}-${n}@example.org`);
  const signUps = await Promise.all(
    addresses.map((email, n) =>
      begin(site.url, {
        path: '/accounts/signup',
        body: { username: `${names}-${n}`, email, password: 'lamplight over quiet water' },
      }),
    ),
  );
  const reading = Array.from({ length: 40 }, async (_, n) => {
    const pending = request(`${site.url}/search?q=${names}${n}`, { agent: false }).end();
    const answer = once(pending, 'response').then(([response]) => response as IncomingMessage);
    answer.catch(() => undefined);
    const [socket] = await once(pending, 'socket');
    if (socket.connecting) await once(socket, 'connect');
    return { answer };
  });
  const pages = await Promise.all(reading);
  const askedAt = performance.now();
  const exited = once(site.child, 'exit');
  site.child.kill('SIGTERM');
  await pause(LATE_MILLISECONDS);
  const [responses, statuses] = await Promise.all([
    Promise.all([...stories, ...votes, ...signUps].map(end)),
    Promise.all(
      pages.map(async ({ answer }) => {
        const page = await answer;
        for await (const _ of page);
        return statusOf(page);
      }),
    ),
  ]);
  const [code] = await exited;
  const isServed = (n: number) => responses[n]?.status !== 'busy';
  for (const [n, title] of titles.entries()) if (isServed(n)) log.stories.set(title, responses[n]?.id ?? 0);
  for (const [n, { id }] of people.entries())
    if (isServed(titles.length + n)) log.votes.add(`${id} ${story}`);
  return {
    log,
    addresses: addresses.filter((_, n) => isServed(titles.length + people.length + n)),
    code,
    statuses: [...responses.map(({ status }) => status), ...statuses],
    milliseconds: performance.now() - askedAt,
  };
}

// Interface, The API: A site that is shutting down answers 503 with Retry-After, after those who came before
test('a stop serves a hundred pending requests, then stops the database, and loses nothing', async (t) => {
  const { site, people } = await openSite();
  const { log, addresses, code, statuses, milliseconds } = await stopAmidHundred(site, people, 'polite');
  assert.equal(statuses.length, 100);
  const served = statuses.filter((status) => status !== 'busy');
  for (const status of served) assert.ok(status === 200 || status === 201, `answered ${status}`);
  assert.ok(served.length >= MIN_SERVED, `${served.length} served`);
  assert.equal(code, 0);
  assert.ok(milliseconds < CEILING_MILLISECONDS, `${milliseconds} ms`);
  assert.equal(existsSync(join(site.dataDir, 'db/postmaster.pid')), false);
  const messages = [...site.output().matchAll(/"msg":"([^"]*)"/g)].map(([, word]) => word);
  // An idle connection may break before its goodbye has arrived. Aborted work would be logged as well.
  const last = messages
    .slice(messages.indexOf('stopping'))
    .filter((word) => word !== 'a database connection broke')
    .filter((word) => served.length === 100 || !isOfBusyMachine(word ?? ''));
  assert.deepEqual(last, ['stopping', 'PostgreSQL has stopped', 'stopped']);

  const env = { SMTP_URL: mailServer.url, SAMPLE_LIBRARY: 'off' };
  const again = await startSite({ dataDir: site.dataDir, env });
  try {
    const socket = encodeURIComponent(join(site.dataDir, 'db-socket'));
    assert.deepEqual(
      await missingWrites(`postgresql://nightstand@localhost/nightstand?host=${socket}&port=5432`, log),
      [],
    );
    await mailServer.untilReceived(addresses.length);
    const reached = mailServer.received.flatMap(({ to }) => to).filter((to) => to.startsWith('polite-'));
    assert.deepEqual(reached.sort(), addresses);
  } finally {
    // The first site's end removes the folder, which must be in use no more.
    await again.stop();
  }
  t.diagnostic(`${served.length} of 100 requests served, exit ${code} after ${Math.round(milliseconds)} ms`);
});

test('control: an abrupt stop is detected', async () => {
  const { site, people } = await openSite({ NODE_OPTIONS: `--import=${abruptStop}` });
  await assert.rejects(stopAmidHundred(site, people, 'abrupt'), { code: 'ECONNRESET' });
});
