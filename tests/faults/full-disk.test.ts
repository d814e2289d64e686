import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { getChapter } from '#features/chapters/contract/chapters.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';

/** A disk of 300 MB in memory, if the system allows one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'nightstand-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  after(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  });
  return folder;
}

const disk = smallDisk();
const skip = disk === undefined ? 'a small disk can only be mounted by root' : false;

const freeBytes = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Writes a file that leaves the given number of bytes free, and returns its name. */
async function fillUp(folder: string, leave: number): Promise<string> {
  const file = join(folder, 'filler');
  const bytes = (await freeBytes(folder)) - leave;
  execFileSync('fallocate', ['-l', String(bytes), file]);
  return file;
}

interface Writer {
  token: string;
  storyId: string;
}

async function newSite(dataDir: string, leastFree: string): Promise<{ site: RunningSite; writer: Writer }> {
  let token = '';
  const site = await startSite({
    env: { DATA_DIR: dataDir, LEAST_FREE_MB: leastFree, SAMPLE_LIBRARY: 'off' },
    fill: async (context) => {
      token = (await signedIn(context, 'fills-the-disk')).token;
    },
  });
  const { id } = await site.call(publishStory, { title: 'The Long One' }, token);
  return { site, writer: { token, storyId: String(id) } };
}

// Random text, because text that compresses well would fill no disk. Without spaces, because thousands of new words
// would fill the rest of this small disk with entries of the search index between two looks at it.
const content = () =>
  `<p>${Array.from({ length: 12_000 }, () => Math.random().toString(36).slice(2))
    .join('')
    .slice(0, 99_000)}</p>`;

/** Adds a chapter; returns its id, or the site's error. */
async function write(site: RunningSite, { token, storyId }: Writer): Promise<number | Response> {
  const answer = await fetch(`${site.url}/api/stories/${storyId}/chapters`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'More', content: content() }),
  });
  return answer.status === 201 ? (await answer.json()).data.id : answer;
}

async function writeUntilRefused(
  site: RunningSite,
  writer: Writer,
): Promise<{ storedIds: number[]; refusal: Response }> {
  const storedIds: number[] = [];
  for (;;) {
    const written = await write(site, writer);
    if (typeof written !== 'number') return { storedIds, refusal: written };
    storedIds.push(written);
  }
}

const postmasterOf = (dataDir: string) =>
  readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8').split('\n')[0];

test('a nearly full disk makes the site read-only until there is space, and nothing is lost', {
  skip,
}, async () => {
  const dataDir = join(disk ?? '', 'guarded');
  const { site, writer } = await newSite(dataDir, '60');
  after(() => site.stop());
  const postmaster = postmasterOf(dataDir);
  const filler = await fillUp(disk ?? '', 66 * 2 ** 20);
  const { storedIds, refusal } = await writeUntilRefused(site, writer);
  assert.equal(refusal.status, 503);
  assert.ok(Number(refusal.headers.get('retry-after')) >= 1);
  assert.equal((await refusal.json()).error.code, 'read_only', site.output());
  assert.ok(storedIds.length > 0, 'it was refused before anything was written: this shows little');

  const paths = ['/', '/api/stories', `/api/stories/${writer.storyId}/chapters/${storedIds[0]}`];
  for (let round = 0; round < 5; round++) {
    for (const path of paths) assert.equal((await fetch(site.url + path)).status, 200, path);
    assert.notEqual(typeof (await write(site, writer)), 'number');
  }
  const health = await fetch(`${site.url}/healthz`);
  assert.deepEqual([health.status, await health.json()], [200, { status: 'read-only' }]);
  assert.match(site.output(), /"level":"error".*the site is read-only until there is space/);
  assert.equal(postmasterOf(dataDir), postmaster, 'the database has never been away');

  rmSync(filler);
  for (;;) {
    const written = await write(site, writer);
    if (typeof written === 'number') break;
    await pause(100);
  }
  for (const id of storedIds) {
    const { content: text } = await site.call(getChapter, { id: writer.storyId, chapterId: String(id) });
    assert.ok(text.length > 50_000);
  }
  await site.stop();
});

test('control: without the guard the database stops', { skip }, async () => {
  const dataDir = join(disk ?? '', 'unguarded');
  const log = createLogger({ level: 'silent' });
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log });
  after(stop);
  const filler = await fillUp(disk ?? '', 20 * 2 ** 20);
  const client = new pg.Client({ connectionString });
  const lost = once(client, 'error');
  await client.connect();
  // This statement fills the database's log as a writing site does, and changes nothing else.
  const write = "select pg_logical_emit_message(true, 'x', repeat(random()::text, 50000))";
  const written = (async () => {
    for (;;) await client.query(write);
  })();
  await assert.rejects(written, /terminated|No space left/);
  await lost;
  assert.match(readFileSync(join(dataDir, 'db.log'), 'utf8'), /PANIC: .*No space left on device/);
  rmSync(filler);
});
