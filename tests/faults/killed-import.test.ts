import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { acceptImport, getImport, type Import } from '#features/imports/contract.ts';
import { listStories } from '#features/stories/contract/stories.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'nightstand-import-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

const FILES = 6;
const CHAPTERS = 30;
const paragraph = `${'The ferry was late, and so was she. '.repeat(40)}\n\n`;
const novel = Array.from({ length: CHAPTERS }, (_, n) => `# Chapter ${n + 1}\n\n${paragraph.repeat(4)}`).join(
  '',
);

async function send({ url }: RunningSite, { headers }: SignedInPerson): Promise<string> {
  const body = new FormData();
  for (let n = 0; n < FILES; n++) body.append('files', new Blob([novel]), `novel-${n}.md`);
  const response = await fetch(`${url}/api/imports`, { method: 'POST', headers, body });
  assert.equal(response.status, 201);
  return String(((await response.json()) as { data: Import }).data.id);
}

async function kill({ child }: RunningSite): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** The import as soon as a condition holds. */
async function importThat(site: RunningSite, id: string, token: string, holds: (found: Import) => boolean) {
  for (;;) {
    const found = await site.call(getImport, { id }, token);
    if (holds(found)) return found;
    await pause(20);
  }
}

test('an import that is killed while files are read, and while it is accepted, is whole afterwards', async (t) => {
  const env = { DATA_DIR: dataDir, SAMPLE_LIBRARY: 'off', ACCESS_TOKEN_SECONDS: '3600' };
  let author: SignedInPerson | undefined;
  let site = await startSite({
    env,
    fill: async (context) => {
      author = await signedIn(context, 'mira');
    },
  });
  t.after(() => site.stop());
  assert.ok(author !== undefined);
  const { token } = author;

  const id = await send(site, author);
  const partly = await importThat(site, id, token, ({ files_read }) => files_read > 0);
  await kill(site);
  site = await startSite({ env });
  const found = await importThat(site, id, token, ({ state }) => state !== 'reading');
  assert.deepEqual(
    [found.state, found.problems, found.stories.map(({ chapters }) => chapters.length)],
    ['ready', [], Array(FILES).fill(CHAPTERS)],
  );
  t.diagnostic(`killed with ${partly.files_read} of ${FILES} files read`);

  const accepting = site.call(acceptImport, { id }, token).catch(() => undefined);
  await pause(Math.random() * 500);
  await kill(site);
  const isAnswered = (await accepting) !== undefined;
  site = await startSite({ env });
  const { stories } = await site.call(acceptImport, { id }, token);
  const list = await site.call(listStories, { account_id: author.id }, token);
  assert.deepEqual(list.stories.map((story) => story.id).sort(), stories.map((story) => story.id).sort());
  assert.equal(stories.length, FILES);
  for (const story of stories) {
    const { chapters } = await site.call(listChapters, { id: String(story.id) }, token);
    assert.deepEqual(
      chapters.map(({ title }) => title),
      Array.from({ length: CHAPTERS }, (_, n) => `Chapter ${n + 1}`),
    );
  }
  t.diagnostic(isAnswered ? 'killed after the acceptance' : 'killed during the acceptance');
});
